import { lazy, Suspense, useCallback, useEffectEvent, useLayoutEffect } from 'react'
import { hasModal } from '#platform/web/modal.ts'
import { isMac } from '#platform/web/shortcuts/is-mac.ts'
import { EarlyKeys } from '../dialogs/EarlyKeys.tsx'
import { useEditorValue } from '../toolbar/use-state.ts'
import type { EditorTools } from '../tools.ts'
import { closeFind, openFind } from './find-commands.ts'
import { findKey } from './find-state.ts'

const FindBar = lazy(() => import('./FindBar.tsx'))

/** Place of the search bar, which Ctrl+F opens. In the bar, the keys are those of the browser. */
export function FindPlace({ tools }: { tools: EditorTools }) {
  const isOpen = useEditorValue(tools, state => findKey.getState(state) !== undefined)
  const keys = useEffectEvent((event: KeyboardEvent) => {
    const isFind = (isMac() ? event.metaKey : event.ctrlKey) && !event.shiftKey && !event.altKey && event.key === 'f'
    const isInBar = event.target instanceof Element && event.target.closest('.ox-find') !== null
    if (!isFind || isInBar || hasModal()) return
    event.preventDefault()
    event.stopPropagation()
    openFind(tools.editor)
  })
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => keys(event)
    document.addEventListener('keydown', listener, { capture: true })
    return () => document.removeEventListener('keydown', listener, { capture: true })
  }, [])
  const cancel = useCallback(() => closeFind(tools.editor), [tools])
  if (!isOpen) return null
  return (
    <Suspense fallback={<EarlyKeys onCancel={cancel} />}>
      <FindBar tools={tools} />
    </Suspense>
  )
}
