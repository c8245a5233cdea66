/** A workbench: plain, dense, nothing of the bank's own look. */
export const controlStyle = `
:root { color-scheme: light dark; --paper: #f6f6f4; --card: #fff; --line: #d2d2cc; --edge: #77776f; --ink: #1b1b19;
  --soft: #55554f; --link: #0a5c4a; --on-link: #fff; --warn: #7a3d00; --warn-wash: #fff1dc; --red: #9f1f1f; }
@media (prefers-color-scheme: dark) { :root { --paper: #141412; --card: #1e1e1b; --line: #3a3a35; --edge: #8f8f86;
  --ink: #ecece6; --soft: #b1b1a8; --link: #74d3ba; --on-link: #06251d; --warn: #ffc98a; --warn-wash: #33240f;
  --red: #f3a3a3; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 ui-monospace, Menlo, Consolas, monospace; }
header { padding: 12px 16px; border-bottom: 1px solid var(--line); background: var(--card); display: flex; flex-wrap: wrap;
  gap: 4px 24px; align-items: baseline; }
.name { margin: 0; font-weight: 700; font-size: 18px; } .name span { font-weight: 400; color: var(--soft); font-size: 15px; }
.warn { margin: 0; color: var(--warn); background: var(--warn-wash); padding: 2px 8px; font-size: 13px; }
main { max-width: 1200px; margin: 0 auto; padding: 16px; display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 960px) { main.two { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .whole { grid-column: 1 / -1; } }
section { background: var(--card); border: 1px solid var(--line); padding: 16px; }
h1, h2 { margin: 0 0 10px; line-height: 1.25; } h1 { font-size: 20px; overflow-wrap: anywhere; } h2 { font-size: 17px; }
p { margin: 0 0 10px; } .soft { color: var(--soft); } a { color: var(--link); }
.big { font-size: 20px; margin: 0; font-variant-numeric: tabular-nums; }
form { margin: 0; } .row { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; margin: 10px 0 0; }
.grid { display: grid; gap: 10px 14px; grid-template-columns: repeat(auto-fill, minmax(210px, 1fr)); }
label { display: block; font-size: 13px; color: var(--soft); } label.changed { color: var(--warn); font-weight: 700; }
input, select { width: 100%; min-height: 44px; padding: 6px 10px; font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--edge); border-radius: 2px; }
button { min-height: 44px; padding: 6px 14px; font: inherit; font-weight: 700; border: 1px solid var(--link); border-radius: 2px;
  background: var(--link); color: var(--on-link); cursor: pointer; }
button.plain { background: transparent; color: var(--link); }
summary { min-height: 44px; padding: 10px 0; cursor: pointer; color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.alert { border-left: 4px solid var(--red); color: var(--red); padding: 8px 12px; background: var(--card); white-space: pre-line; }
ul.list { list-style: none; margin: 0; padding: 0; } ul.list > li { border-top: 1px solid var(--line); padding: 10px 0; }
ul.list > li:first-child { border-top: 0; } ul.list a { overflow-wrap: anywhere; display: inline-block; padding: 4px 0; }
.tag { border: 1px solid var(--line); padding: 0 6px; margin-right: 6px; font-size: 13px; display: inline-block;
  overflow-wrap: anywhere; }
dt { font-weight: 700; } dd { margin: 0 0 8px; color: var(--soft); }
.bad { color: var(--red); } .facts { font-size: 13px; color: var(--soft); margin: 0; overflow-wrap: anywhere; }
pre { margin: 0 0 12px; padding: 10px; background: var(--paper); border: 1px solid var(--line); white-space: pre-wrap;
  overflow-wrap: anywhere; font: inherit; font-size: 13px; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 6px 14px 6px 0; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
th { font-size: 13px; color: var(--soft); }
`
