import './emoji.css'
import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { PersistableField } from '#platform/web/persisted.ts'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { SearchField } from '#platform/web/ui/SearchField.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import type { EditorTools } from '../tools.ts'
import { ADDED_GROUP, type Emoji, EMOJI_GROUPS, foundEmoji, inTone, SKIN_TONES } from './data.ts'
import { EmojiGrid, type EmojiSection, EmojiSign, firstCell, sectionId } from './EmojiGrid.tsx'
import { emojiRange, insertEmoji, recentEmoji } from './insert.ts'
import { useEmoji } from './useEmoji.ts'

const storedTone = new PersistableField('editor.skin-tone', { value: '-1' })

/** All emoji by group, with a search and a skin tone. */
export default function EmojiDialog({ tools }: { tools: EditorTools }) {
  const { editor } = tools
  const answer = useEmoji(true)
  const [query, setQuery] = useState('')
  const [tone, setTone] = useState(() => storedTone.restore().value)
  const [shown, setShown] = useState<Emoji>()
  const body = useRef<HTMLDivElement>(null)
  const sections = useMemo(() => (answer.data ? sectionsOf(answer.data, query) : []), [answer.data, query])
  const choose = (emoji: Emoji) => {
    const character = inTone(emoji, Number(tone))
    tools.close()
    insertEmoji(editor, emojiRange(editor), { character, added: emoji.added })
  }
  const onSearchKey = (event: KeyboardEvent) => {
    const first = query.trim() === '' ? undefined : sections[0]?.emoji[0]
    if (event.key === 'ArrowDown') firstCell(body.current)?.focus()
    else if (event.key === 'Enter' && first) choose(first)
    else return
    event.preventDefault()
  }
  const chooseTone = (id: string) => {
    setTone(id)
    storedTone.persist({ value: id })
  }
  return (
    <Dialog title={t('Emoji')} width={440} height={560} focusesField onClose={tools.close}>
      <div ref={body} className="ox-emoji">
        <div className="ox-emoji-filters">
          <SearchField label={t('Find an emoji')} value={query} onChange={setQuery} onKeyDown={onSearchKey} />
          <Select
            label={t('Skin tone')}
            isLabelHidden
            value={tone}
            onChange={chooseTone}
            options={[
              { id: '-1', label: `✋ ${t('Default')}` },
              ...SKIN_TONES.map(({ modifier, label }, at) => ({ id: String(at), label: `✋${modifier} ${t(label)}` })),
            ]}
          />
        </div>
        <GroupButtons isHidden={query.trim() !== ''} sections={sections} body={body} />
        <Loaded answer={answer} failure={t('The emoji could not be loaded')}>
          {() => <EmojiGrid key={query} sections={sections} tone={Number(tone)} onShow={setShown} onChoose={choose} />}
        </Loaded>
        <p className="ox-emoji-name" aria-hidden="true">
          {shown && (
            <>
              <EmojiSign emoji={shown} tone={Number(tone)} /> {shown.label}
            </>
          )}
        </p>
      </div>
    </Dialog>
  )
}

interface GroupButtonsProps {
  isHidden: boolean
  sections: readonly EmojiSection[]
  body: RefObject<HTMLDivElement | null>
}

function GroupButtons({ isHidden, sections, body }: GroupButtonsProps) {
  if (isHidden) return null
  const go = (number: number) => {
    const section = body.current?.querySelector(`#${sectionId(String(number))}`)
    section?.scrollIntoView({ block: 'start' })
    firstCell(section)?.focus({ preventScroll: true })
  }
  return (
    <div className="ox-emoji-groups" role="group" aria-label={t('Groups')}>
      {GROUPS.filter(({ number }) => sections.some(({ name }) => name === String(number))).map(
        ({ number, title, sign }) => (
          <button key={number} type="button" aria-label={t(title)} title={t(title)} onClick={() => go(number)}>
            {sign}
          </button>
        ),
      )}
    </div>
  )
}

/** Groups in the order of the picker. */
const GROUPS = [{ ...ADDED_GROUP, sign: '🏠' }, ...EMOJI_GROUPS]

/** Those used last and each group, or what was found. */
function sectionsOf(all: readonly Emoji[], query: string): readonly EmojiSection[] {
  if (query.trim() !== '') return [{ name: 'found', title: t('Found'), emoji: foundEmoji(all, query) }]
  const recent = recentEmoji.read().flatMap(character => ofCharacter(all, character) ?? [])
  return [
    { name: 'recent', title: t('Recently used'), emoji: recent },
    ...GROUPS.map(({ number, title }) => ({
      name: String(number),
      title: t(title),
      emoji: all.filter(({ group }) => group === number),
    })),
  ].filter(({ emoji }) => emoji.length > 0)
}

/** The emoji that has the character, in the tone in which it was used. */
function ofCharacter(all: readonly Emoji[], character: string): Emoji | undefined {
  const found = all.find(emoji => emoji.character === character || emoji.tones.includes(character))
  return found && { ...found, character, tones: [] }
}
