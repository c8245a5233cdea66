import { cookies, headers } from 'next/headers'
import { getRequestConfig } from 'next-intl/server'
import { chooseLocale, chosenLocale } from '@/lib/domain/locale'
import { messagesOf } from './messages'

/** What next-intl needs for one request. Named in next.config.mjs. */
export default getRequestConfig(async () => {
  const [cookieStore, headerList] = await Promise.all([cookies(), headers()])
  const chosen = chosenLocale((name) => cookieStore.get(name)?.value)
  const locale = chooseLocale(chosen, headerList.get('accept-language'))
  return { locale, messages: messagesOf(locale), now: new Date(), timeZone: 'Europe/Rome' }
})
