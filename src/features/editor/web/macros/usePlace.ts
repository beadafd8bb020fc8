import type { Transaction } from '@tiptap/pm/state'
import { type RefObject, useEffect, useRef } from 'react'
import type { EditorTools } from '../tools.ts'

/** The position of a node while a dialog about it is open, which moves as others write. @param at position at first */
export function usePlace({ editor }: EditorTools, at: number | undefined): RefObject<number | undefined> {
  const place = useRef(at)
  useEffect(() => {
    const follow = ({ transaction }: { transaction: Transaction }) => {
      if (place.current !== undefined) place.current = transaction.mapping.map(place.current)
    }
    editor.on('transaction', follow)
    return () => void editor.off('transaction', follow)
  }, [editor])
  return place
}
