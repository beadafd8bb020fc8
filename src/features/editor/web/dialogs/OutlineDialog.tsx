import './outline.css'
import { TextSelection } from '@tiptap/pm/state'
import { useState } from 'react'
import { locale, t } from '#platform/web/i18n.ts'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { headingsOf, sizeOf } from '../text-facts.ts'
import type { EditorTools } from '../tools.ts'

/** Size of the text or of the selected part, and the headings, which lead to their places. */
export default function OutlineDialog({ tools }: { tools: EditorTools }) {
  const { editor } = tools
  const [{ size, headings, isPart }] = useState(() => ({
    size: sizeOf(editor.state, locale()),
    headings: headingsOf(editor.state.doc),
    isPart: !editor.state.selection.empty,
  }))
  const go = (at: number) => {
    const { state, view } = editor
    view.dispatch(state.tr.setSelection(TextSelection.near(state.doc.resolve(Math.min(at, state.doc.content.size)))))
    tools.close()
    const { node } = view.domAtPos(view.state.selection.from)
    const element = node instanceof Element ? node : node.parentElement
    element?.scrollIntoView({ block: 'center' })
  }
  const top = Math.min(...headings.map(({ level }) => level))
  const number = new Intl.NumberFormat(locale())
  return (
    <Dialog title={t('Outline and word count')} onClose={tools.close} width={480}>
      <dl className="ox-text-size">
        <Fact name={t('Words')} value={number.format(size.words)} />
        <Fact name={t('Characters')} value={number.format(size.characters)} />
        <Fact name={t('Minutes to read')} value={number.format(size.minutes ?? 0)} />
      </dl>
      {isPart && <p className="ox-text-part">{t('In the selected text')}</p>}
      {headings.length > 0 ? (
        <ul className="ox-text-outline" aria-label={t('Headings')}>
          {headings.map(({ at, level, text }) => (
            <li key={at} style={{ '--level': level - top } as React.CSSProperties}>
              <button type="button" onClick={() => go(at)}>
                {text}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="ox-text-part">{t('The text has no headings yet. Type # and a space to begin one.')}</p>
      )}
    </Dialog>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
