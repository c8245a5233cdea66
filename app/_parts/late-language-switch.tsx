'use client'

import { type ComponentType, useEffect, useState } from 'react'

/** For the page of an address that does not exist: the framework sends what stands in it with every page. */
export function LateLanguageSwitch() {
  const [Switch, setSwitch] = useState<ComponentType>()
  useEffect(() => {
    import('./language-switch').then(
      ({ LanguageSwitch }) => setSwitch(() => LanguageSwitch),
      () => undefined,
    )
  }, [])
  return Switch && <Switch />
}
