import { setTimeout as pause } from 'node:timers/promises'
import * as paying from '@/tests/support/paying-visitor'
import type { TestSandbox } from '@/tests/support/sandbox'
import { Violation } from './proven-client'
import { trueLook } from './true-look'

type PayingScene = { sandbox: TestSandbox; customer: paying.PayingCustomer }

/** How far a customer has got. */
export type Way = { view: paying.PayingView | null; back: string | null; order: paying.PayingOrder }

/** All that a customer does, from the first letter to the document. Notes in `way` how far it got. */
export async function payThrough(
  scene: PayingScene,
  order: paying.PayingOrder,
  way: Way = { view: null, back: null, order },
) {
  const { customer } = scene
  // The form's token makes one transfer of a doubled submit.
  way.view ??= await paying.begin(customer, order)
  const { transferId } = way.view
  for (let step = 0; step < 200; step += 1) {
    const view = await trueLook(scene.sandbox, scene.customer, order, transferId)
    way.view = view
    if (isOver(view)) return view
    await nextStep(scene, way, view)
  }
  throw new Violation(`the customer gets no further than ${way.view.state}`)
}

const isOver = ({ state, receipt }: paying.PayingView) =>
  state === 'unknown' || (state === 'accepted' && receipt !== 'pending')

async function nextStep({ customer }: PayingScene, way: Way, view: paying.PayingView): Promise<void> {
  const { transferId, check } = view
  switch (view.state) {
    case 'draft':
      way.back = null
      await paying.check(customer, view, way.order)
      return
    case 'checked': {
      way.back = null
      await paying.press(customer, transferId, 'approve', { check })
      return
    }
    case 'at_bank':
      way.back ??= await paying.approveAtBank(customer, view)
      await customer.visitor.get(way.back)
      return
    case 'checking':
    case 'starting':
    case 'returned':
    case 'authorized':
    case 'executing':
    case 'accepted':
      await paying.press(customer, transferId, 'continue')
      await pause(25)
      return
    default:
      throw new Violation(`a transfer that the customer wants paid is ${view.state}`)
  }
}
