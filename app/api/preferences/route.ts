import { NextResponse } from 'next/server'
import { z } from 'zod'
import { locales } from '@/lib/domain/locale'
import { cookieToSet } from '@/lib/web/cookies'
import { definePublicWrite } from '@/lib/web/define-route'

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60

/** The language the customer chose, for this browser. */
export const POST = definePublicWrite({
  name: 'preferences.save',
  body: z.strictObject({ locale: z.enum(locales) }),
  async handle({ body, server }) {
    const response = NextResponse.json({ locale: body.locale })
    response.cookies.set(cookieToSet(server, 'locale', body.locale, ONE_YEAR_SECONDS))
    return response
  },
})
