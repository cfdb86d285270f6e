/**
 * Holds the script of the HTML report, as text: filters and search over problems. It only hides and shows; the page is complete
 * without it. Inserted by html.ts.
 */
export const SCRIPT = `(function(){
var bar=document.querySelector('.filters');if(!bar)return;bar.hidden=false;
var items=Array.prototype.map.call(document.querySelectorAll('.problem'),function(e){return{e:e,severity:e.dataset.severity,folders:e.dataset.folders,tests:e.dataset.tests==='1',text:e.textContent.toLowerCase()}});
var search=bar.querySelector('input[type=search]'),folder=bar.querySelector('select'),tests=bar.querySelector('[name=tests]'),count=bar.querySelector('output');
var boxes=Array.prototype.slice.call(bar.querySelectorAll('[name=severity]'));
function apply(){
var words=search.value.toLowerCase().split(/\\s+/).filter(Boolean),on={},shown=0;
boxes.forEach(function(b){on[b.value]=b.checked});
items.forEach(function(i){
var ok=on[i.severity]&&(!folder.value||(' '+i.folders+' ').indexOf(' '+folder.value+' ')>=0)&&(tests.checked||!i.tests)&&words.every(function(w){return i.text.indexOf(w)>=0});
i.e.hidden=!ok;if(ok)shown++});
count.textContent=shown+' of '+items.length+' problems shown'}
bar.addEventListener('input',apply);bar.addEventListener('change',apply);
addEventListener('beforeprint',function(){document.querySelectorAll('details').forEach(function(d){d.open=true})});
addEventListener('hashchange',reveal);
function reveal(){var t=location.hash.length>1&&document.getElementById(decodeURIComponent(location.hash.slice(1)));if(t){t.hidden=false;for(var p=t;p;p=p.parentElement)if(p.tagName==='DETAILS')p.open=true;t.scrollIntoView()}}
apply();reveal()})();`;
