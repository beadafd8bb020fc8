import { TextSelection } from '@tiptap/pm/state'
import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { ConfirmDialog } from '#platform/web/ui/Dialog.tsx'
import type { ConflictPlace, Keep, LiveText } from '#features/live-editing/web/index.ts'
import type { EditorTools } from './tools.ts'
import { useEditorValue } from './toolbar/use-state.ts'

/** Places where a merge has kept two texts, one after the other, with the choice at each. */
export function ConflictNotice({ tools, live }: { tools: EditorTools; live: LiveText }) {
  const places = useEditorValue(tools, live.conflicts)
  const [shownId, setShownId] = useState<string>()
  if (places.length === 0) return null
  const shown = places.find(({ id }) => id === shownId)
  const show = (place: ConflictPlace | undefined) => {
    if (!place) return
    setShownId(place.id)
    select(tools, place)
  }
  const keep = (what: Keep) => {
    if (!shown) return
    const next = places[places.indexOf(shown) + 1] ?? places.find(place => place !== shown)
    tools.editor.view.dispatch(live.settle(tools.editor.state.tr, [shown], what))
    const following = live.conflicts(tools.editor.state).find(({ id }) => id === next?.id)
    // The buttons go with the last place.
    if (following) show(following)
    else tools.editor.commands.focus()
  }
  return (
    <Banner
      tone="warning"
      actions={
        <>
          {shown &&
            originsOf(shown).map(from => (
              <Button key={from} size="small" onPress={() => keep(from)}>
                {KEEP[from](shown)}
              </Button>
            ))}
          {shown && (
            <Button size="small" onPress={() => keep('both')}>
              {t('Keep both')}
            </Button>
          )}
          {(!shown || places.length > 1) && (
            <Button
              size="small"
              variant="subtle"
              onPress={() => show(places[(shown ? places.indexOf(shown) + 1 : 0) % places.length])}
            >
              {shown ? t('Next place') : t('Show')}
            </Button>
          )}
        </>
      }
    >
      {t('{{count}} places have two texts, because both sides changed them.', { count: places.length })}
    </Banner>
  )
}

type Origin = Exclude<Keep, 'both'>

const KEEP: Readonly<Record<Origin, (place: ConflictPlace) => string>> = {
  version: ({ sides }) =>
    t('Keep version {{version}}', { version: sides.find(({ mark }) => mark.version)?.mark.version ?? 0 }),
  text: () => t('Keep this text'),
  draft: () => t('Keep the draft'),
}

/** Origins of the texts of a place, in their order. */
function originsOf({ sides }: ConflictPlace): Origin[] {
  return [...new Set(sides.map(({ mark }) => mark.from))]
}

/** Puts the caret into the first text of a place, in view; the focus stays where it is. */
function select({ editor }: EditorTools, { sides: [first] }: ConflictPlace): void {
  if (!first) return
  const { state, view } = editor
  const selection = TextSelection.near(state.doc.resolve(first.from + 1))
  view.dispatch(state.tr.setSelection(selection).scrollIntoView())
}

interface BothTextsDialogProps {
  count: number
  onConfirm: () => void
  onClose: () => void
}

/** Asks before both texts of a place are published. */
export function BothTextsDialog({ count, onConfirm, onClose }: BothTextsDialogProps) {
  return (
    <ConfirmDialog
      title={t('Publish both texts?')}
      confirmLabel={t('Publish both')}
      onConfirm={async () => onConfirm()}
      onClose={onClose}
    >
      {t('{{count}} places still have two texts, one after the other. Readers would see both.', { count })}
    </ConfirmDialog>
  )
}
