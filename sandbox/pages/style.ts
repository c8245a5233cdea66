/** Cool grey and blue, serif headings: another house than the application that sends people here. */
export const styleSheet = `
:root { color-scheme: light dark; --paper: #eef1f5; --card: #fff; --line: #c3ccd8; --edge: #6b7a8f; --ink: #16202e;
  --soft: #475467; --blue: #1d4f91; --on-blue: #fff; --wash: #e3ebf6; --band: #16202e; --on-band: #fff;
  --red: #9f1f1f; --red-wash: #fbe9e9; }
@media (prefers-color-scheme: dark) { :root { --paper: #10151d; --card: #182030; --line: #2f3a4d; --edge: #8494ab;
  --ink: #e7ecf3; --soft: #aab5c5; --blue: #8fb8f0; --on-blue: #0c1a2e; --wash: #1d2a40; --band: #8fb8f0;
  --on-band: #0c1a2e; --red: #f3a3a3; --red-wash: #3a1c20; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif;
  display: flex; flex-direction: column; min-height: 100vh; }
.band { background: var(--band); color: var(--on-band); padding: 6px 16px; font-size: 13px; text-align: center; margin: 0; }
.band strong { letter-spacing: .12em; margin-right: 8px; }
header { border-bottom: 1px solid var(--line); background: var(--card); }
.bar { max-width: 960px; margin: 0 auto; padding: 14px 20px; display: flex; align-items: center; gap: 12px; }
.bar svg { width: 34px; height: 34px; color: var(--blue); flex: none; }
.name { font: 600 21px/1.2 Georgia, 'Times New Roman', serif; margin: 0; flex: 1; }
.languages { display: flex; gap: 4px; font-size: 14px; }
.languages a, .languages span { padding: 8px 10px; min-height: 44px; display: flex; align-items: center; color: var(--ink); }
.languages span { font-weight: 700; }
main { width: 100%; max-width: 960px; margin: 0 auto; padding: 28px 20px 48px; flex: 1; display: grid; gap: 24px;
  grid-template-columns: minmax(0, 1fr); align-content: start; align-items: start; }
@media (min-width: 800px) { main.two { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  main.one { max-width: 620px; } }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 4px; padding: 24px; }
h1, h2 { font-family: Georgia, 'Times New Roman', serif; line-height: 1.2; margin: 0 0 10px; text-wrap: balance; }
h1 { font-size: 28px; } h2 { font-size: 20px; }
p { margin: 0 0 14px; } .soft { color: var(--soft); }
label { display: block; font-weight: 600; margin: 14px 0 4px; }
input[type=text], input[type=password] { width: 100%; min-height: 46px; padding: 8px 12px; font: inherit; color: inherit;
  background: var(--paper); border: 1px solid var(--edge); border-radius: 3px; }
button { min-height: 46px; padding: 8px 22px; font: 600 16px/1.3 system-ui, sans-serif; border-radius: 3px; cursor: pointer;
  border: 1px solid var(--blue); background: var(--blue); color: var(--on-blue); }
button.plain { background: transparent; color: var(--blue); }
form.login button { margin-top: 20px; width: 100%; }
.actions { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 22px; }
.actions button { flex: 1 1 160px; }
:focus-visible { outline: 3px solid var(--blue); outline-offset: 2px; }
.alert { background: var(--red-wash); color: var(--red); border-left: 4px solid var(--red); padding: 10px 14px; }
.customers { list-style: none; margin: 0; padding: 0; }
.customers li { border-top: 1px solid var(--line); padding: 12px 0; }
.customers button { width: 100%; text-align: left; font-weight: 600; padding: 8px 14px; }
.customers p { margin: 6px 0 0; font-size: 14px; overflow-wrap: anywhere; }
.customers code { font-size: 13px; margin-right: 10px; white-space: nowrap; }
.shares { margin: 0 0 14px; padding-left: 22px; } .shares li { margin: 4px 0; }
footer { color: var(--soft); font-size: 13px; padding: 16px 20px 24px; text-align: center; }
`
