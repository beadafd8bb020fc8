import { TextSelection } from '@tiptap/pm/state'
import PencilLine from 'lucide-react/icons/pencil-line'
import { useEffect, useState } from 'react'
import { formatRelative } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { Menu, MenuItem } from '#platform/web/ui/Menu.tsx'
import { showToast } from '#platform/web/ui/toast-store.ts'
import type { Decision, LiveText, SuggestionPlace } from '#features/live-editing/web/index.ts'
import type { EditorTools } from './tools.ts'
import { useEditorValue } from './toolbar/use-state.ts'

interface Props {
  tools: EditorTools
  live: LiveText
}

/** Has the editor make changes as suggestions, also after a reload of this window, until it is chosen again. */
export function SuggestItem({ tools, live }: Props) {
  const isOn = useEditorValue(tools, live.isSuggesting)
  return (
    <MenuItem
      label={t('Suggest changes')}
      icon={<PencilLine />}
      isChecked={isOn}
      onAction={() => turn(tools, live, !isOn)}
    />
  )
}

const storageKey = (contentId: string) => `oxbow.suggesting.${contentId}`

function turn({ editor, session }: EditorTools, live: LiveText, isOn: boolean): void {
  const { id } = session.view
  if (isOn) sessionStorage.setItem(storageKey(id), 'true')
  else sessionStorage.removeItem(storageKey(id))
  editor.view.dispatch(live.setSuggesting(editor.state.tr, isOn))
  editor.commands.focus()
}

/** Goes on suggesting after a reload. */
function useSuggesting({ editor, session }: EditorTools, live: LiveText): void {
  const { id } = session.view
  useEffect(() => {
    if (sessionStorage.getItem(storageKey(id)) !== null) editor.view.dispatch(live.setSuggesting(editor.state.tr, true))
  }, [editor, id, live])
}

/** Suggestions of all users, one after the other, with the decision about each and about all. */
export function SuggestionNotice({ tools, live }: Props) {
  const places = useEditorValue(tools, live.suggestions)
  const isOn = useEditorValue(tools, live.isSuggesting)
  const [shownId, setShownId] = useState<string>()
  useSuggesting(tools, live)
  if (places.length === 0 && !isOn) return null
  const shown = places.find(({ id }) => id === shownId)
  const show = (place: SuggestionPlace | undefined) => {
    if (!place) return
    setShownId(place.id)
    select(tools, place)
  }
  const decide = (about: readonly SuggestionPlace[], decision: Decision) => {
    // Two users who accept and reject the same replacement apart from each other would delete both texts.
    if (live.provider.connection.kind !== 'online') {
      showToast({
        kind: 'warning',
        title: t('Suggestions can be accepted and rejected when the wiki can be reached again.'),
        key: 'suggestions',
      })
      return
    }
    const next = shown && places[places.indexOf(shown) + 1]
    tools.editor.view.dispatch(live.decide(tools.editor.state.tr, about, decision))
    const left = live.suggestions(tools.editor.state)
    // The buttons go with the last suggestion.
    if (left.length === 0) tools.editor.commands.focus()
    else show(left.find(({ id }) => id === next?.id) ?? left[0])
  }
  return (
    <Banner
      title={shown && aboutOf(shown)}
      actions={
        <>
          {places.length > 0 && (
            <>
              {shown && (
                <>
                  <Button size="small" onPress={() => decide([shown], 'accept')}>
                    {t('Accept')}
                  </Button>
                  <Button size="small" onPress={() => decide([shown], 'reject')}>
                    {t('Reject')}
                  </Button>
                </>
              )}
              {(!shown || places.length > 1) && (
                <Button
                  size="small"
                  variant="subtle"
                  onPress={() => show(places[(shown ? places.indexOf(shown) + 1 : 0) % places.length])}
                >
                  {shown ? t('Next suggestion') : t('Show')}
                </Button>
              )}
              <Menu
                label={t('All suggestions')}
                trigger={
                  <Button size="small" variant="subtle">
                    {t('All…')}
                  </Button>
                }
              >
                <MenuItem label={t('Accept all')} onAction={() => decide(places, 'accept')} />
                <MenuItem label={t('Reject all')} onAction={() => decide(places, 'reject')} />
              </Menu>
            </>
          )}
          {isOn && (
            <Button size="small" variant="subtle" onPress={() => turn(tools, live, false)}>
              {t('Stop suggesting')}
            </Button>
          )}
        </>
      }
    >
      {shown ? wordsOf(tools, shown) : summaryOf(places.length, isOn)}
    </Banner>
  )
}

function summaryOf(count: number, isOn: boolean): string {
  if (count === 0)
    return t(
      'Your changes of the text are suggestions: readers see them when somebody has accepted them. The title is changed at once.',
    )
  const said = t('{{count}} suggestions are in this text. Readers do not see them.', { count })
  return isOn ? `${said} ${t('Your changes of the text are suggestions, too.')}` : said
}

const aboutOf = ({ name, at }: SuggestionPlace): string =>
  t('{{name}}, {{when}}', { name, when: formatRelative(new Date(at).toISOString()) })

/** Longest excerpt of a suggestion, in characters. */
const EXCERPT = 60

function wordsOf({ editor: { state } }: EditorTools, { pieces }: SuggestionPlace): string {
  const of = (wanted: 'insertion' | 'deletion'): string => {
    const words = pieces
      .filter(({ kind }) => kind === wanted)
      .map(({ from, to }) => state.doc.textBetween(from, Math.min(to, from + EXCERPT + 10), ' ', ' '))
      .join(' … ')
    return words.length > EXCERPT ? `${words.slice(0, EXCERPT)}…` : words
  }
  const [added, removed] = [of('insertion'), of('deletion')]
  const has = (wanted: 'insertion' | 'deletion') => pieces.some(({ kind }) => kind === wanted)
  if (!has('deletion')) return t('Insert “{{added}}”', { added })
  if (!has('insertion')) return t('Delete “{{removed}}”', { removed })
  return t('Replace “{{removed}}” with “{{added}}”', { removed, added })
}

/** Puts the cursor at a suggestion, in view; the focus stays where it is. */
function select({ editor }: EditorTools, { pieces: [first] }: SuggestionPlace): void {
  if (!first) return
  const { state, view } = editor
  const { doc } = state
  const selection = first.isBlock
    ? TextSelection.near(doc.resolve(first.from + 1))
    : TextSelection.between(doc.resolve(first.from), doc.resolve(first.to))
  view.dispatch(state.tr.setSelection(selection).scrollIntoView())
}
