/** Cool grey and blue, serif headings: another house than the application that sends people here. */
export const styleSheet = `
:root { color-scheme: light dark; --paper: #eef1f5; --card: #fff; --line: #c3ccd8; --edge: #6b7a8f; --ink: #16202e;
  --soft: #475467; --blue: #1d4f91; --on-blue: #fff; --wash: #e3ebf6; --band: #16202e; --on-band: #fff;
  --red: #9f1f1f; --red-wash: #fbe9e9; --green: #1c6340; }
@media (prefers-color-scheme: dark) { :root { --paper: #10151d; --card: #182030; --line: #2f3a4d; --edge: #8494ab;
  --ink: #e7ecf3; --soft: #aab5c5; --blue: #8fb8f0; --on-blue: #0c1a2e; --wash: #1d2a40; --band: #8fb8f0;
  --on-band: #0c1a2e; --red: #f3a3a3; --red-wash: #3a1c20; --green: #8fd3ae; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif;
  display: flex; flex-direction: column; min-height: 100vh; overflow-wrap: anywhere; }
.band { background: var(--band); color: var(--on-band); padding: 6px 16px; font-size: 13px; text-align: center; margin: 0; }
.band strong { letter-spacing: .12em; margin-right: 8px; }
header { border-bottom: 1px solid var(--line); background: var(--card); }
.bar { max-width: 960px; margin: 0 auto; padding: 14px 20px; display: flex; align-items: center; gap: 12px; }
.bar svg { width: 34px; height: 34px; color: var(--blue); flex: none; }
.name { font: 600 21px/1.2 Georgia, 'Times New Roman', serif; margin: 0; flex: 1; }
.languages { display: flex; gap: 4px; font-size: 14px; }
.languages a, .languages span { padding: 8px 10px; min-height: 44px; display: flex; align-items: center; color: var(--ink); }
.languages span { font-weight: 700; }
.session { max-width: 960px; margin: 0 auto; padding: 0 20px 8px; display: flex; flex-wrap: wrap; align-items: center;
  gap: 0 16px; font-size: 14px; }
.session a { min-height: 44px; display: flex; align-items: center; font-weight: 600; }
.session .soft { flex: 1 1 180px; text-align: right; }
main { width: 100%; max-width: 960px; margin: 0 auto; padding: 28px 20px 48px; flex: 1; display: grid; gap: 24px;
  grid-template-columns: minmax(0, 1fr); align-content: start; align-items: start; }
@media (min-width: 800px) { main.two { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  main.one { max-width: 680px; } .whole { grid-column: 1 / -1; } }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 4px; padding: 24px; }
.card > :last-child { margin-bottom: 0; }
h1, h2, h3 { font-family: Georgia, 'Times New Roman', serif; line-height: 1.2; margin: 0 0 10px; text-wrap: balance; }
h1 { font-size: 28px; } h2 { font-size: 20px; } h3 { font-size: 18px; } h4 { font-size: 15px; margin: 16px 0 4px; }
p { margin: 0 0 14px; } .soft { color: var(--soft); } a { color: var(--blue); }
label { display: block; font-weight: 600; margin: 14px 0 4px; }
.hint { color: var(--soft); font-size: 14px; margin: 0 0 6px; }
input[type=text], input[type=password] { width: 100%; min-height: 46px; padding: 8px 12px; font: inherit; color: inherit;
  background: var(--paper); border: 1px solid var(--edge); border-radius: 3px; }
input.code { max-width: 11em; font: 600 22px/1.2 ui-monospace, monospace; letter-spacing: .16em; }
input[aria-invalid] { border: 2px solid var(--red); }
button, .button { min-height: 46px; padding: 8px 22px; font: 600 16px/1.3 system-ui, sans-serif; border-radius: 3px;
  cursor: pointer; border: 1px solid var(--blue); background: var(--blue); color: var(--on-blue); }
.button { display: inline-flex; align-items: center; justify-content: center; text-align: center; text-decoration: none; }
button.plain, .button.plain { background: transparent; color: var(--blue); }
button.quiet { min-height: 44px; padding: 0; border: 0; background: transparent; color: var(--blue); font-size: 14px;
  text-decoration: underline; }
form.login button { margin-top: 20px; width: 100%; }
.actions { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 22px; }
.actions > * { flex: 1 1 160px; }
.onward { margin-top: 20px; } .onward + .onward { margin-top: 12px; }
:focus-visible { outline: 3px solid var(--blue); outline-offset: 2px; }
.alert { background: var(--red-wash); color: var(--red); border-left: 4px solid var(--red); padding: 10px 14px; }
.alert:focus { outline: 3px solid var(--red); outline-offset: 2px; }
.demo { border-style: dashed; border-color: var(--edge); }
code { font: 600 15px/1.4 ui-monospace, monospace; background: var(--wash); border-radius: 3px; padding: 2px 6px; }
.customers { list-style: none; margin: 0; padding: 0; }
.customers li { border-top: 1px solid var(--line); padding: 12px 0; }
.customers button { width: 100%; text-align: left; font-weight: 600; padding: 8px 14px; }
.customers p { margin: 6px 0 0; font-size: 14px; overflow-wrap: anywhere; }
.customers code { font-size: 13px; font-weight: 400; margin-right: 6px; white-space: nowrap; }
.shares { margin: 0 0 14px; padding-left: 22px; } .shares li { margin: 4px 0; }
.category { border-left: 4px solid var(--blue); padding: 2px 0 2px 16px; margin: 0 0 18px; }
.category h2 { font-size: 18px; margin-bottom: 4px; } .category p { margin-bottom: 8px; }
.named { list-style: none; margin: 0; padding: 0; } .named li { margin: 4px 0; } .named .soft { white-space: nowrap; }
.facts { margin: 0 0 18px; border-top: 1px solid var(--line); }
.facts div { display: flex; flex-wrap: wrap; gap: 0 16px; padding: 8px 0; border-bottom: 1px solid var(--line); }
.facts dt { color: var(--soft); flex: 0 0 9.5em; } .facts dd { margin: 0; flex: 1 1 12em; font-variant-numeric: tabular-nums; }
.facts .strong dd { font-weight: 700; }
.rows { list-style: none; margin: 0; padding: 0; }
.rows li { border-top: 1px solid var(--line); padding: 10px 0 14px; } .rows li:first-child { border-top: 0; padding-top: 0; }
.rows li:last-child { padding-bottom: 0; }
.row { display: inline-flex; align-items: center; min-height: 44px; font-weight: 600; }
.rows .soft { margin: 0 0 8px; font-size: 14px; }
.balances { margin: 0; display: flex; flex-wrap: wrap; gap: 6px 28px; font-variant-numeric: tabular-nums; }
.balances dt { color: var(--soft); font-size: 14px; } .balances dd { margin: 0; font-weight: 600; white-space: nowrap; }
.provider { border-top: 1px solid var(--line); padding-top: 14px; margin-top: 14px; } .provider h3 { margin-bottom: 2px; }
.provider p:last-child { margin: 16px 0 0; }
.consents { list-style: none; margin: 0 0 8px; padding: 0; }
.consents li { display: flex; flex-wrap: wrap; align-items: center; gap: 0 10px; padding-top: 6px;
  border-top: 1px solid var(--line); }
.consents .soft { font-size: 14px; flex: 1 1 auto; } .consents a { min-height: 44px; display: inline-flex;
  align-items: center; }
.movements { list-style: none; margin: 0; padding: 0; }
.movements li { display: grid; grid-template: "day what amount" / 6.6em 1fr auto; gap: 0 14px; padding: 9px 0;
  border-top: 1px solid var(--line); font-size: 15px; }
.movements .soft { font-size: 14px; } .day { grid-area: day; } .what { grid-area: what; }
.amount { grid-area: amount; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.in { color: var(--green); font-weight: 600; }
@media (max-width: 560px) { .movements li { grid-template: "day amount" "what what" / 1fr auto; }
  .facts dt { flex-basis: 100%; } .card { padding: 20px 16px; } main { padding: 20px 12px 40px; }
  .session .soft { flex-basis: 100%; order: 3; text-align: left; } .session form { margin-left: auto; } }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
footer { color: var(--soft); font-size: 13px; padding: 16px 20px 24px; text-align: center; }
`
