import { createStore } from '@/lib/store'

/*
 * Signs customers in on the embedded database of a directory until it is killed, and prints the
 * bank's id of each one after the store acknowledged it.
 */
const [dataDir = '', tokenKeys = ''] = process.argv.slice(2)
const store = await createStore({ dataDir, tokenKeys, now: () => new Date() })
for (let number = 1; ; number += 1) {
  const bankCustomerId = `${process.pid}${number}`
  const { customerId } = await store.customers.ensure(bankCustomerId)
  await store.connections.save(customerId, { accessToken: `token of ${bankCustomerId}` })
  process.stdout.write(`${bankCustomerId}\n`)
}
