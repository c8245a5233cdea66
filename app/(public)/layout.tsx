import type { ReactNode } from 'react'
import { LanguageSwitch } from '../_parts/language-switch'
import { PublicFrame } from '../_parts/public-frame'

export default function PublicLayout({ children }: { children: ReactNode }) {
  return <PublicFrame footer={<LanguageSwitch />}>{children}</PublicFrame>
}
