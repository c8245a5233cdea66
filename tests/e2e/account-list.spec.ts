import { movements, open } from './account-steps'
import { expect, test, words } from './support'

/* The list of an account's movements, handled in ways that pull at its address and at what is shown already. */

const { en } = words

test.use({ locale: 'en-GB' })

test('what stands in the search field is what is searched for, whatever was searched for before', async ({
  page,
}) => {
  const address = await open(page, en, 'matteo')
  const search = page.getByRole('searchbox', { name: en.movementSearch.search })
  await search.fill('emolumenti')
  await expect(page).toHaveURL(`${address}?text=emolumenti`)
  await search.fill('')
  await expect(page).toHaveURL(address)
  await search.fill('zzzz')
  await page.getByRole('link', { name: en.movements.clear }).click()
  await expect(page).toHaveURL(address)
  await expect(movements(page, en).first()).toBeVisible()
  await expect(search).toHaveValue('')

  // A movement that is opened right after a key stays open. Both happen before anything else can, on any machine.
  await movements(page, en)
    .first()
    .evaluate((movement: HTMLElement) => {
      const field = document.querySelector('input[type=search]')
      if (!(field instanceof HTMLInputElement)) throw new Error('there is no search field')
      field.value = 'e'
      field.dispatchEvent(new Event('input', { bubbles: true }))
      movement.click()
    })
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page).toHaveURL(/movement=/)
})

test('how far back the balance is drawn stays through filters, details and Clear; a day ahead can be asked for', async ({
  page,
}) => {
  const address = await open(page, en, 'matteo')
  await page.getByRole('link', { name: en.trend.days[30] }).click()
  await expect(page).toHaveURL(`${address}?trend=30`)
  await page.getByRole('button', { name: en.movementSearch.filter, exact: true }).click()
  await page.getByLabel(en.movementFilters.field.to, { exact: true }).fill('2199-03-01')
  await page.getByRole('button', { name: en.movementSearch.show }).click()
  await expect(page).toHaveURL(`${address}?to=2199-03-01&trend=30`)
  await page.getByRole('searchbox', { name: en.movementSearch.search }).fill('zzzz')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${address}?text=zzzz&to=2199-03-01&trend=30`)
  await page.getByRole('link', { name: en.movements.clear }).click()
  await expect(page).toHaveURL(`${address}?trend=30`)
  await movements(page, en).first().click()
  await expect(page).toHaveURL(/trend=30&movement=[\w-]+$/)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${address}?trend=30`)
})
