/**
 * Holds the script and the CSS of the dashboard, as text: live updates and the forms to dismiss and confirm findings. Every page can
 * be read without the script. Served by app.ts.
 */

/** Beside the style of the HTML report. */
export const WEB_STYLE = `
nav.top{max-width:72rem;margin:0 auto;padding:.75rem 1.25rem 0;display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;align-items:center}
nav.top a[aria-current]{font-weight:700;color:var(--fg);text-decoration:none}
nav.top form{margin-left:auto;display:flex;gap:.4rem}
input,button,select,textarea{font:inherit;padding:.35rem .6rem;border:1px solid var(--line);border-radius:6px;background:var(--bg);color:var(--fg)}
button{cursor:pointer;background:var(--card)}
table.runs{width:100%}
table.stacked td{overflow-wrap:anywhere}
.running{color:var(--accent);font-weight:600}
.decide{display:flex;flex-wrap:wrap;gap:.4rem;margin:.5rem 0 0;align-items:center}
.decide input{flex:1 1 14rem;min-width:10rem}
.decided{border-left:4px solid var(--good);padding-left:.6rem}
.actions{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:.75rem 0}
svg.trend{width:100%;height:auto;max-height:18rem;background:var(--card);border:1px solid var(--line);border-radius:8px}
svg .CRITICAL{fill:var(--CRITICAL)}svg .HIGH{fill:var(--HIGH);opacity:.8}svg .MEDIUM{fill:var(--MEDIUM);opacity:.75}svg .LOW{fill:var(--LOW);opacity:.6}
select{max-width:100%}label{max-width:100%}form[action="/compare"] select{width:26rem}
@media (max-width:40rem){nav.top form{margin-left:0;width:100%}nav.top form input{flex:1;min-width:0}
table.stacked{width:100%}table.stacked thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
table.stacked tr{display:block;border:1px solid var(--line);border-radius:8px;margin:0 0 .6rem;padding:.4rem .6rem}table.stacked td{display:block;border:0;padding:.1rem 0;text-align:left}
table.stacked td[data-label]::before{content:attr(data-label) ": ";color:var(--soft)}}
`;

/** Live updates, and the forms to dismiss and confirm. Puts text into the page as text alone, but for tables of this server. */
export const WEB_SCRIPT = `(function(){
'use strict';
var live=document.querySelector('[data-events]');
if(live){var source=new EventSource(live.dataset.events);
source.onmessage=function(event){var said=JSON.parse(event.data);
if(said.over){source.close();location.reload();return}
fetch(live.dataset.part,{credentials:'same-origin'}).then(function(r){return r.ok?r.text():null}).then(function(html){if(html!==null)live.innerHTML=html})}}
var run=document.body.dataset.run;if(!run)return;
function element(name,text,attributes){var e=document.createElement(name);if(text)e.textContent=text;Object.keys(attributes||{}).forEach(function(k){e.setAttribute(k,attributes[k])});return e}
function show(card,said){var old=card.querySelector('.decided');if(old)old.remove();
card.appendChild(element('p',(said.kind==='dismissed'?'Dismissed: ':'Confirmed: ')+said.reason+(said.kind==='dismissed'?' (counts from the next review)':''),{class:'decided'}))}
function decide(card,kind,input,status){
if(!input.value.trim()){status.textContent='Say why first.';input.focus();return}
fetch('/runs/'+encodeURIComponent(run)+'/decisions',{method:'POST',credentials:'same-origin',headers:{'Content-Type':'application/json'},body:JSON.stringify({kind:kind,fingerprint:card.dataset.fingerprint,reason:input.value})})
.then(function(r){return r.json()}).then(function(said){if(said.error){status.textContent=said.error;return}status.textContent='';input.value='';show(card,said)})
.catch(function(){status.textContent='The server did not answer.'})}
var cards=document.querySelectorAll('.problem[data-fingerprint]');
cards.forEach(function(card){var id=card.id,box=element('div','',{class:'decide'}),input=element('input','',{type:'text',placeholder:'Reason','aria-label':'Reason for '+id}),
dismiss=element('button','Dismiss',{type:'button','aria-label':'Dismiss '+id}),confirm=element('button','Confirm',{type:'button','aria-label':'Confirm '+id}),status=element('span','',{role:'status',class:'soft'});
dismiss.addEventListener('click',function(){decide(card,'dismissed',input,status)});confirm.addEventListener('click',function(){decide(card,'confirmed',input,status)});
box.append(input,dismiss,confirm,status);
var many=/^\\d+ places$/.exec((card.querySelector('.soft')||card).textContent);if(many)box.append(element('span','Decides about the first of '+many[0]+'; consensus-review dismiss takes the others.',{class:'soft'}));
card.appendChild(box)});
fetch('/runs/'+encodeURIComponent(run)+'/decisions',{credentials:'same-origin'}).then(function(r){return r.ok?r.json():[]}).then(function(all){
all.forEach(function(said){cards.forEach(function(card){if(card.dataset.fingerprint===said.fingerprint)show(card,said)})})})
})();`;
