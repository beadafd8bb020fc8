import { useEffect, useMemo, useState } from 'react'
import type { ShapeDefinition } from '#diagrams/shapes/contract.ts'
import { findShape } from '#diagrams/shapes/library.ts'
import { useEditorState } from '../../store/useEditor.ts'
import { isTextList, keep, kept } from '../parts/kept.ts'

const KEPT = 'recent-shapes'
/** As many as stand in one row of the library: the row is always full, so that nothing below it moves. */
const COUNT = 5
/** Stand in for shapes that were not used yet. */
const USUAL = ['basic.rectangle', 'basic.rounded-rectangle', 'flowchart.decision', 'basic.ellipse', 'basic.text']

/** The shapes used last, here and in diagrams before, filled up with those that most diagrams need. */
export function useRecentShapes(): ShapeDefinition[] {
  const used = useEditorState(state => state.recentShapes)
  const [before] = useState(() => kept(KEPT, isTextList) ?? [])
  const ids = useMemo(() => recentOf(used, before), [used, before])
  useEffect(() => {
    if (used.length > 0) keep(KEPT, ids)
  }, [used, ids])
  return useMemo(() => ids.flatMap(id => findShape(id) ?? []), [ids])
}

/** @returns ids of the library's shapes, each once, the latest first */
export function recentOf(used: readonly string[], before: readonly string[]): string[] {
  return [...new Set([...used, ...before, ...USUAL])].filter(id => findShape(id)).slice(0, COUNT)
}
