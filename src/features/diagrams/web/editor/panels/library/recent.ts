import { useEffect, useMemo, useState } from 'react'
import type { ShapeDefinition } from '#diagrams/shapes/contract.ts'
import { findShape } from '#diagrams/shapes/library.ts'
import { useEditorState } from '../../store/useEditor.ts'
import { isTextList, storeSetting, readSetting } from '../../store/settings.ts'

const SETTING = 'recent-shapes'
/** One row of the library, always full so that nothing below it moves. */
const COUNT = 5
/** Defaults until enough shapes were used. */
const USUAL = ['basic.rectangle', 'basic.rounded-rectangle', 'flowchart.decision', 'basic.ellipse', 'basic.text']

/** Recently used shapes of this and earlier diagrams, padded with defaults. */
export function useRecentShapes(): ShapeDefinition[] {
  const used = useEditorState(state => state.recentShapes)
  const [before] = useState(() => readSetting(SETTING, isTextList) ?? [])
  const ids = useMemo(() => recentOf(used, before), [used, before])
  useEffect(() => {
    if (used.length > 0) storeSetting(SETTING, ids)
  }, [used, ids])
  return useMemo(() => ids.flatMap(id => findShape(id) ?? []), [ids])
}

/** @returns unique shape ids, latest first */
export function recentOf(used: readonly string[], before: readonly string[]): string[] {
  return [...new Set([...used, ...before, ...USUAL])].filter(id => findShape(id)).slice(0, COUNT)
}
