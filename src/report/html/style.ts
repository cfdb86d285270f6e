/**
 * Holds the CSS of the HTML report, as text: light and dark, narrow and wide, screen and paper. It loads no font and no picture.
 * Inserted by html.ts and web/pages.ts.
 */
export const STYLE = `
:root{color-scheme:light dark;--bg:#fff;--fg:#1b1f24;--soft:#57606a;--line:#d0d7de;--card:#f6f8fa;--code:#f0f3f6;--accent:#0550ae;
--CRITICAL:#a40e26;--HIGH:#b3261e;--MEDIUM:#7d4e00;--LOW:#0550ae;--good:#116329;--warn:#7d4e00;--bad:#a40e26;--heat:9,105,218}
@media (prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#e6edf3;--soft:#9da7b3;--line:#30363d;--card:#161b22;--code:#1c222b;--accent:#79c0ff;
--CRITICAL:#ff9492;--HIGH:#ff9492;--MEDIUM:#e3b341;--LOW:#79c0ff;--good:#56d364;--warn:#e3b341;--bad:#ff9492;--heat:56,139,253}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
main,header,footer{max-width:72rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:1.5rem}
h1{font-size:1.1rem;margin:0;color:var(--soft);font-weight:600;overflow-wrap:anywhere}
h2{font-size:1.3rem;margin:2.5rem 0 .75rem;border-bottom:1px solid var(--line);padding-bottom:.3rem}
h3{font-size:1rem;margin:0;overflow-wrap:anywhere}
a{color:var(--accent)}
code,pre,.place{font-family:ui-monospace,"SFMono-Regular",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.86em}
code{background:var(--code);padding:.1em .3em;border-radius:4px;overflow-wrap:anywhere}
pre{background:var(--code);padding:.6rem 0;border-radius:6px;overflow-x:auto;margin:.6rem 0;line-height:1.45}
pre .n{display:inline-block;width:4em;padding-right:1em;text-align:right;color:var(--soft);user-select:none}
.place{overflow-wrap:anywhere}
.verdict{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;margin:.5rem 0 1rem}
.verdict strong{font-size:2rem;line-height:1.2}
.VETO strong{color:var(--bad)}.WARN strong{color:var(--warn)}.OK strong{color:var(--good)}
.badge{display:inline-block;border:1px solid currentColor;border-radius:999px;padding:0 .6em;font-size:.8rem;font-weight:600;white-space:nowrap}
.CRITICAL{color:var(--CRITICAL)}.HIGH{color:var(--HIGH)}.MEDIUM{color:var(--MEDIUM)}.LOW{color:var(--LOW)}
.todo{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.75rem 1rem .75rem 2.2rem;margin:0}
.todo li{margin:.35rem 0}
.soft{color:var(--soft);font-size:.9rem}
.note{border-left:4px solid var(--warn);background:var(--card);padding:.5rem 1rem;margin:1rem 0;border-radius:0 6px 6px 0}
.note p{margin:.2rem 0}
.filters{position:sticky;top:0;z-index:1;background:var(--bg);padding:.6rem 0;display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;border-bottom:1px solid var(--line)}
.filters[hidden]{display:none}
.filters input[type=search],.filters select{font:inherit;padding:.35rem .6rem;border:1px solid var(--line);border-radius:6px;background:var(--bg);color:var(--fg);max-width:100%}
.filters input[type=search]{flex:1 1 14rem;min-width:10rem}
.filters fieldset{border:0;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:.3rem .8rem}
.filters legend{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.problem{border:1px solid var(--line);border-left:4px solid currentColor;border-radius:8px;margin:.8rem 0;padding:.8rem 1rem;content-visibility:auto;contain-intrinsic-size:auto 16rem}
.problem,.places li{scroll-margin-top:4.5rem}
.problem>*{color:var(--fg)}
.problem .head{display:flex;flex-wrap:wrap;gap:.3rem .7rem;align-items:baseline}
.problem .head h3{flex:1 1 20rem}
.problem p{margin:.45rem 0}
.problem dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem .9rem;margin:.5rem 0}
dt{color:var(--soft)}dd{margin:0;min-width:0;overflow-wrap:anywhere}
ol.flow{margin:.3rem 0;padding-left:1.4rem}
.places{margin:.4rem 0;padding-left:1.2rem}
.places li{margin:.15rem 0}
summary{cursor:pointer;padding:.2rem 0}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:.88rem}
th,td{padding:.3rem .6rem;border:1px solid var(--line);text-align:left;vertical-align:top}
th .place{white-space:nowrap;font-weight:400}
td.num,th.num{text-align:right;font-variant-numeric:tabular-nums}
td.heat{text-align:center;min-width:3.5rem}
.bar{position:relative;height:1.4rem;background:var(--card);border:1px solid var(--line);border-radius:4px;min-width:16rem;overflow:hidden}
.bar i{position:absolute;inset:0 auto 0 0;background:rgba(var(--heat),.45)}
.bar b{position:absolute;top:0;bottom:0;width:2px;background:var(--warn)}
.bar b.last{background:var(--bad)}
.stack{display:flex;height:.9rem;border-radius:3px;overflow:hidden;min-width:8rem}
.stack i{display:block;height:100%}
.stack .CRITICAL{background:var(--CRITICAL)}.stack .HIGH{background:var(--HIGH);opacity:.8}.stack .MEDIUM{background:var(--MEDIUM);opacity:.75}.stack .LOW{background:var(--LOW);opacity:.6}
.skip{position:absolute;left:-999rem}.skip:focus{left:1rem;top:.5rem;background:var(--bg);padding:.5rem;z-index:2}
footer{color:var(--soft);font-size:.85rem;padding-top:2rem;padding-bottom:2rem}
@media (max-width:40rem){.problem dl{grid-template-columns:1fr}.problem dl dt{margin-top:.3rem}.verdict strong{font-size:1.6rem}.filters{position:static}pre .n{width:3em}}
@media print{.filters,.skip{display:none!important}.problem{content-visibility:visible;break-inside:avoid}pre{white-space:pre-wrap}}
`;
