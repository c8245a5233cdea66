import { localTimestamp } from '../../calendar/bank-day'
import { type Html, html } from '../../pages/html'
import { clockJumps } from '../clock-jumps'
import { auditOf, type Controlled } from '../controlled'
import { faultNames, faultRow } from '../faults'
import type { JournalEntry } from '../journal'
import { parameterKinds, type Scenario } from '../scenarios'
import { describeSetting, type SwitchableName, switchableNames } from '../settings'
import { option, renderControlPage, wideTable } from './layout'

/** What was typed into a form that could not be accepted, and why. */
export type Refused = { problem: string; form: Readonly<Record<string, string>> }

const shownEntries = 50

export function renderOverview(controlled: Controlled, refused: Refused | null): string {
  return renderControlPage(
    'Overview',
    html`<h1 class="whole">What the sandbox does, and what it did</h1>
${refused && html`<p class="alert whole" role="alert">${refused.problem}</p>`}
${clockSection(controlled)}
${moneySection(controlled)}
${scenarioSection(controlled, refused?.form ?? {})}
${settingsSection(controlled)}
${journalSection(controlled)}`,
    'two',
  )
}

function clockSection({ bank: { clock } }: Controlled): Html {
  const now = clock.now()
  const movedMinutes = Math.round((now.getTime() - clock.wall().getTime()) / 60_000)
  const buttons = Object.entries(clockJumps).map(
    ([name, { label }]) => html`<button class="plain" name="jump" value="${name}">${label}</button>`,
  )
  return html`<section aria-labelledby="clock"><h2 id="clock">Clock</h2>
<p class="big">${localTimestamp(now).replace('T', ' ')}</p>
<p class="soft">The bank's time in Rome, ${movedMinutes === 0 ? 'not moved' : `${movedMinutes} minutes from the real one`}.</p>
<form class="row" method="post" action="/page/clock">${buttons}<button name="jump" value="reset">Back to the real time</button></form>
</section>`
}

function moneySection({ bank }: Controlled): Html {
  const rows = Object.entries(auditOf(bank)).map(([currency, { customers, bank: own, underWay }]) => [
    currency,
    customers,
    own,
    underWay,
  ])
  return html`<section aria-labelledby="money"><h2 id="money">Money</h2>
${wideTable('Amounts by currency', ['Currency', 'Customers', 'Bank', 'Under way'], rows)}
</section>`
}

function scenarioSection(controlled: Controlled, form: Readonly<Record<string, string>>): Html {
  const { bank, operations } = controlled
  const any = option('', 'any', '')
  const typed = (name: string) => form[name] ?? ''
  const faults = faultNames.map((name) => option(name, name, typed('fault')))
  const names = operations.map((name) => option(name, name, typed('operation')))
  const customers = bank.customers
    .all()
    .map(({ customerId, name }) => option(customerId, `${customerId} ${name}`, typed('customerId')))
  const providers = new Map(
    bank.register.applications().map(({ tpp }) => [tpp.organizationIdentifier, tpp.name]),
  )
  const tpps = [...providers].map(([number, name]) => option(number, `${name} ${number}`, typed('tpp')))
  const parameters = parameterKinds.map(
    ({ name, isNumber }) => html`<div><label for="p-${name}">${name}</label>
<input id="p-${name}" name="parameters.${name}" value="${typed(`parameters.${name}`)}"${isNumber ? html` inputmode="numeric"` : null}></div>`,
  )
  return html`<section class="whole" aria-labelledby="scenarios"><h2 id="scenarios">Scenarios</h2>
${staged(bank.scenarios.list())}
<form method="post" action="/page/scenarios">
<div class="grid">
<div><label for="fault">Fault</label><select id="fault" name="fault">${faults}</select></div>
<div><label for="operation">Endpoint</label><select id="operation" name="operation">${any}${names}</select></div>
<div><label for="customerId">Customer</label><select id="customerId" name="customerId">${any}${customers}</select></div>
<div><label for="tpp">Provider</label><select id="tpp" name="tpp">${any}${tpps}</select></div>
<div><label for="times">Times (empty: until removed)</label><input id="times" name="times" value="${form.times ?? '1'}" inputmode="numeric"></div>
</div>
<details><summary>What each fault does</summary><dl>${faultNames.map(
    (name) => html`<dt>${name}</dt><dd>${faultRow(name).about.replaceAll('`', '')}</dd>`,
  )}</dl></details>
<details><summary>Parameters</summary><div class="grid">${parameters}</div></details>
<div class="row"><button type="submit">Stage</button></div>
</form></section>`
}

function staged(scenarios: readonly Scenario[]): Html {
  if (scenarios.length === 0) return html`<p class="soft">Nothing is staged: the bank behaves.</p>`
  const items = scenarios.map(({ id, fault, match, timesLeft, parameters }) => {
    const facts = { ...match, ...parameters }
    const tags = Object.entries(facts).map(
      ([name, value]) => html`<span class="tag">${name} ${String(value)}</span>`,
    )
    return html`<li><form class="row" method="post" action="/page/scenarios/remove"><input type="hidden" name="id" value="${id}">
<span><strong>${fault}</strong> ${tags}<span class="tag">${timesLeft === null ? 'until removed' : `${timesLeft} more`}</span></span>
<button class="plain" aria-label="Remove ${fault}">Remove</button></form></li>`
  })
  return html`<ul class="list">${items}</ul>
<form class="row" method="post" action="/page/scenarios/clear"><button class="plain">Remove all</button></form>`
}

function settingsSection({ bank, settings }: Controlled): Html {
  const fields = switchableNames.map((name) => {
    const now = String(bank.settings[name])
    const changed = now !== String(settings.atStart[name])
    const label = html`<label for="${name}"${changed ? html` class="changed"` : null}>${describeSetting(name).about}${changed ? ` (at start: ${String(settings.atStart[name])})` : ''}</label>`
    return html`<div>${label}${settingInput(name, now)}</div>`
  })
  return html`<section class="whole" aria-labelledby="settings"><h2 id="settings">Readings</h2>
<form method="post" action="/page/settings"><div class="grid">${fields}</div>
<div class="row"><button type="submit">Save</button><button class="plain" formaction="/page/settings/reset">Back to the start's</button></div>
</form></section>`
}

function settingInput(name: SwitchableName, now: string): Html {
  const { values } = describeSetting(name)
  if ('min' in values) {
    return html`<input type="number" id="${name}" name="${name}" value="${now}" min="${values.min}" max="${values.max}">`
  }
  return html`<select id="${name}" name="${name}">${values.map((value) => option(value, value, now))}</select>`
}

function journalSection({ bank }: Controlled): Html {
  const entries = bank.journal.entries()
  const latest = entries.slice(-shownEntries).reverse()
  const list =
    latest.length === 0
      ? html`<p class="soft">No call yet.</p>`
      : html`<ul class="list">${latest.map(entryItem)}</ul>`
  return html`<section class="whole" aria-labelledby="journal"><h2 id="journal">Journal</h2>
<p class="soft">The latest ${latest.length} of ${entries.length} calls. All of them as JSON: <a href="/journal?limit=2000">/journal?limit=2000</a></p>
${list}
<form class="row" method="post" action="/page/journal/clear"><button class="plain">Clear</button></form>
</section>`
}

function entryItem(entry: JournalEntry): Html {
  const { request, answer } = entry
  const refusal = entry.checks.find(({ verdict }) => verdict === 'refused')
  const facts = [entry.tpp, entry.customerId].filter((fact) => fact !== null).join(' · ')
  return html`<li><span class="tag${answer.status >= 200 && answer.status < 400 ? '' : ' bad'}">${answer.status === 0 ? 'cut' : answer.status}</span>
<a href="/page/journal/${entry.id}">${request.method} ${entry.operation ?? request.target.slice(0, 100)}</a>
<p class="facts">${entry.at.slice(11, 19)} UTC · ${entry.durationMs.toFixed(1)} ms ${facts && `· ${facts}`}
${entry.fault && html`<span class="tag">staged: ${entry.fault}</span>`}${refusal ? html`<span class="tag bad">${refusal.check}</span>` : null}</p></li>`
}
