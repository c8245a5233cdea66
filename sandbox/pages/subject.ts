import type { Language } from '../api/language'
import type { Bank } from '../bank'
import type { CategoryProducts } from '../state/consents'
import type { Account, Customer } from '../state/customers'
import type { Resource, ResourceSubject } from '../state/resources'
import { maskedIban } from './format'
import { type Html, html } from './html'
import { subjectTexts } from './texts/subject'

/** Who asks, in names that the customer knows. */
export type Asker = { application: string; provider: string }

export function askerOf({ register }: Bank, { clientId, tpp }: Resource): Asker {
  return {
    application: register.applicationByClientId(clientId)?.displayName ?? tpp,
    provider: register.tppByNumber(tpp)?.name ?? tpp,
  }
}

/** What is to be decided, to the last fact that matters, and what happens after it. */
export type SubjectView = {
  title: string
  /** On one line, in a list. */
  brief: string
  asks: string
  facts: Html
  next: readonly string[]
}

export function describeSubject(
  bank: Bank,
  resource: Resource,
  customer: Customer,
  language: Language,
): SubjectView {
  const { subject } = resource
  const text = subjectTexts[language]
  const { application, provider } = askerOf(bank, resource)
  switch (subject.kind) {
    case 'consent-request':
      return {
        title: text.consentTitle(application),
        brief: text.consentTitle(application),
        asks: text.consentAsks(application, provider),
        facts: categoryFacts(subject.categories, customer, language, 'asked'),
        next: [text.consentNext(application), text.consentEnd],
      }
    case 'consent-revoke':
      return {
        title: text.revokeTitle(application),
        brief: text.revokeTitle(application),
        asks: text.revokeAsks(application, provider),
        facts: categoryFacts(subject.categories, customer, language, 'named'),
        next: [text.revokeNext(application)],
      }
    case 'inquiry':
      return {
        title: text.inquiryTitle(application),
        brief: text.inquiryTitle(application),
        asks: text.inquiryAsks(application, provider),
        facts: accountNames([subject.productId], customer),
        next: [text.inquiryNext(application)],
      }
    case 'operation': {
      const { title, rows } = summaryOf(bank, subject, customer, language)
      const facts = rows.map(
        ({ label, value, emphasis }) =>
          html`<div${emphasis ? html` class="strong"` : null}><dt>${label}</dt><dd>${value}</dd></div>`,
      )
      const essentials = rows.filter(({ emphasis }) => emphasis).map(({ value }) => value)
      return {
        title,
        brief: [title, ...essentials.slice(0, 2)].join(' · '),
        asks: text.paymentAsks(application, provider),
        facts: html`<dl class="facts">${facts}</dl>`,
        next: [text.paymentNext(application)],
      }
    }
  }
}

function summaryOf(
  bank: Bank,
  subject: Extract<ResourceSubject, { kind: 'operation' }>,
  customer: Customer,
  language: Language,
) {
  const definition = bank.operations.find(({ name }) => name === subject.operation)
  const account = accountOf(customer, subject.productId)
  if (!definition || !account) throw new Error(`nobody knows the operation ${subject.operation} any more`)
  return definition.summary({ bank, customer, account, now: bank.clock.now(), language }, subject.content)
}

function accountOf(customer: Customer, productId: string): Account | undefined {
  return customer.accounts.find((account) => account.productId === productId)
}

/** Categories in plain words, each with its accounts; `asked` says what the category lets the provider do. */
export function categoryFacts(
  categories: readonly CategoryProducts[],
  customer: Customer,
  language: Language,
  detail: 'asked' | 'named',
): Html {
  const sections = categories.map(({ name, products }) => {
    const { title, asked } = subjectTexts[language].categories[name]
    return html`<section class="category">
<h2>${title}</h2>
${detail === 'asked' ? html`<p>${asked}</p>` : null}
${accountNames(products, customer)}
</section>`
  })
  return html`${sections}`
}

function accountNames(products: readonly string[], customer: Customer): Html {
  const names = products.map((productId) => {
    const account = accountOf(customer, productId)
    return account
      ? html`<li><strong>${account.nickname}</strong> <span class="soft">${maskedIban(account.iban)}</span></li>`
      : html`<li>${productId}</li>`
  })
  return html`<ul class="named">${names}</ul>`
}
