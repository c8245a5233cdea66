import { finishSignIn, refuseMethod } from '@/lib/web/finish-sign-in'

/** The customer's return from the bank's login page (OAuth redirect). */
export const GET = finishSignIn
/** A HEAD or a POST is never the customer's return: nothing is consumed. */
export const HEAD = refuseMethod
export const POST = refuseMethod
