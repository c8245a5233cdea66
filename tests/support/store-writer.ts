import { createStore } from '@/lib/store'

/*
 * Signs customers in on the embedded database of a directory until it is killed, and prints the
 * bank's id of each one after the store acknowledged it. What the disk may get later comes before what it has at once.
 */
const [dataDir = '', tokenKeys = ''] = process.argv.slice(2)
const store = await createStore({ dataDir, tokenKeys, now: () => new Date() })
for (let number = 1; ; number += 1) {
  const bankCustomerId = `${process.pid}${number}`
  const { customerId } = await store.customers.ensure(bankCustomerId)
  const readAt = new Date()
  const grants = [{ category: 'ACCOUNT_INFO', productIds: ['A'] }]
  await store.consents.replaceFromBank(customerId, { grants, isWhole: true }, readAt)
  const details = { fields: [], isComplete: true }
  const accounting = { amount: bankCustomerId, currency: 'EUR' }
  await store.balances.save(customerId, 'A', { accounting, available: null, bankDate: null, details }, readAt)
  await store.connections.save(customerId, { accessToken: `token of ${bankCustomerId}` })
  process.stdout.write(`${bankCustomerId}\n`)
}
