import { finishScaReturn, refuseScaMethod } from '@/lib/web/finish-sca-return'

/** The customer's return from the bank's approval page (TPP-Redirect-URI). */
export const GET = finishScaReturn
/** A HEAD or a POST is nobody's return: nothing changes. */
export const HEAD = refuseScaMethod
export const POST = refuseScaMethod
