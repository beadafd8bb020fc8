import { useEffectEvent, useLayoutEffect } from 'react'
import type { Stage } from './useStage.ts'

/** Listens to keys from wherever the focus is, while the component is shown. */
export function useKeyDown(onKeyDown: (event: KeyboardEvent) => void): void {
  const handle = useEffectEvent(onKeyDown)
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

/** Zooms by `+`, `-`, `0` (all of it) and `1` (its own size). @returns whether the key is one of them */
export function zoomByKey(view: Pick<Stage, 'zoomBy' | 'fit' | 'setZoom'>, key: string): boolean {
  if (key === '+' || key === '=') view.zoomBy(1)
  else if (key === '-') view.zoomBy(-1)
  else if (key === '0') view.fit()
  else if (key === '1') view.setZoom(1)
  else return false
  return true
}
