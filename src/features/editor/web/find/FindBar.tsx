import './find.css'
import CaseSensitive from 'lucide-react/icons/case-sensitive'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Regex from 'lucide-react/icons/regex'
import WholeWord from 'lucide-react/icons/whole-word'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { t } from '#platform/web/i18n.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { Tooltip } from '#platform/web/ui/Tooltip.tsx'
import { keyNames } from '../toolbar/ToolButton.tsx'
import { useEditorValue } from '../toolbar/use-state.ts'
import type { EditorTools } from '../tools.ts'
import { closeFind, goOn, replaceAll, replaceOne, search } from './find-commands.ts'
import { findKey, type FindState } from './find-state.ts'
import { textFinder, type FindQuery } from './finder.ts'

const OPTIONS = [
  ['isCaseSensitive', 'Match case', CaseSensitive],
  ['isWholeWord', 'Whole words', WholeWord],
  ['isPattern', 'Regular expression', Regex],
] as const

/** Bar to find and replace words of the text. */
export default function FindBar({ tools }: { tools: EditorTools }) {
  const { editor } = tools
  const found = useEditorValue(tools, state => findKey.getState(state))
  const [replaced, setReplaced] = useState<number>()
  const [template, setTemplate] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const change = useSearch(tools)

  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [found?.asked])
  if (!found) return null
  const { query, matches } = found
  const ask = (part: Partial<FindQuery>) => {
    setReplaced(undefined)
    change({ ...query, ...part })
  }
  const go = (steps: 1 | -1) => {
    setReplaced(undefined)
    goOn(editor, steps)
  }
  const all = () => setReplaced(replaceAll(editor, template))
  const one = () => {
    setReplaced(undefined)
    replaceOne(editor, template)
  }
  // Without matches the buttons are disabled, and a disabled button loses the focus, and Escape with it.
  const byButton = (act: () => void) => () => {
    act()
    if (findKey.getState(editor.state)?.matches.length === 0) field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    closeFind(editor)
  }
  return (
    // Escape works from each of its fields and buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div className="ox-find" role="search" aria-label={t('Find and replace')} onKeyDownCapture={onKeyDown}>
      {/* Tab leads from the one field to the other. */}
      <input
        ref={field}
        className="ox-find-field"
        aria-label={t('Find')}
        placeholder={t('Find')}
        value={query.text}
        spellCheck={false}
        aria-invalid={found.finder === undefined}
        onChange={event => ask({ text: event.target.value })}
        onKeyDown={onEnter(event => go(event.shiftKey ? -1 : 1))}
      />
      <input
        className="ox-find-field"
        aria-label={t('Replace with')}
        placeholder={t('Replace with')}
        value={template}
        onChange={event => setTemplate(event.target.value)}
        onKeyDown={onEnter(event => (isForAll(event) ? all() : one()))}
      />
      <div className="ox-find-row">
        <Options query={query} onChange={ask} />
        <span className="ox-find-count" role="status">
          {replaced === undefined ? countOf(found) : t('{{count}} places replaced', { count: replaced })}
        </span>
        <Steps isDisabled={matches.length === 0} onGo={go} />
        <IconButton label={t('Close')} shortcut="Esc" size="small" onPress={() => closeFind(editor)}>
          <X size={16} />
        </IconButton>
      </div>
      <ReplaceButtons isDisabled={matches.length === 0} onOne={byButton(one)} onAll={byButton(all)} />
    </div>
  )
}

function Steps({ isDisabled, onGo }: { isDisabled: boolean; onGo: (steps: 1 | -1) => void }) {
  return (
    <>
      <IconButton
        label={t('Previous match')}
        shortcut="Shift+Enter"
        size="small"
        isDisabled={isDisabled}
        onPress={() => onGo(-1)}
      >
        <ChevronUp size={16} />
      </IconButton>
      <IconButton label={t('Next match')} shortcut="Enter" size="small" isDisabled={isDisabled} onPress={() => onGo(1)}>
        <ChevronDown size={16} />
      </IconButton>
    </>
  )
}

interface ReplaceButtonsProps {
  isDisabled: boolean
  onOne: () => void
  onAll: () => void
}

function ReplaceButtons({ isDisabled, onOne, onAll }: ReplaceButtonsProps) {
  return (
    <div className="ox-find-row">
      <Button size="small" isDisabled={isDisabled} onPress={onOne}>
        {t('Replace')}
      </Button>
      <Tooltip content={<kbd>{keyNames('Mod-Alt-Enter')}</kbd>}>
        <Button size="small" isDisabled={isDisabled} onPress={onAll}>
          {t('Replace all')}
        </Button>
      </Tooltip>
    </div>
  )
}

function Options({ query, onChange }: { query: FindQuery; onChange: (part: Partial<FindQuery>) => void }) {
  return OPTIONS.map(([name, label, Icon]) => (
    <Tooltip key={name} content={t(label)}>
      <ToggleButton
        className="ox-tool"
        aria-label={t(label)}
        isSelected={query[name]}
        onChange={isOn => onChange({ [name]: isOn })}
      >
        <Icon size={16} />
      </ToggleButton>
    </Tooltip>
  ))
}

/** Ctrl+Alt+Enter, as in editors of code: Ctrl+Enter publishes the page. */
const isForAll = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => altKey && (ctrlKey || metaKey)

const onEnter = (act: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  if ((event.ctrlKey || event.metaKey) && !event.altKey) return
  event.preventDefault()
  act(event)
}

function countOf({ query, finder, matches, current, hasMore }: FindState): string {
  if (query.text === '') return ''
  if (!finder) return t('Invalid expression')
  if (matches.length === 0) return t('No matches')
  return t('{{position}} of {{total}}', { position: current + 1, total: `${matches.length}${hasMore ? '+' : ''}` })
}

/** Function that searches for what is typed; expressions once their code has been loaded. */
function useSearch({ editor }: EditorTools): (query: FindQuery) => void {
  const latest = useRef<FindQuery>(undefined)
  const patterns = useRef<typeof import('./pattern-finder.ts')>(undefined)
  return query => {
    latest.current = query
    search(editor, query, query.isPattern ? patterns.current?.patternFinder(query) : textFinder(query))
    if (!query.isPattern || patterns.current) return
    void import('./pattern-finder.ts').then(loaded => {
      patterns.current = loaded
      if (latest.current === query && !editor.isDestroyed) search(editor, query, loaded.patternFinder(query))
    })
  }
}
