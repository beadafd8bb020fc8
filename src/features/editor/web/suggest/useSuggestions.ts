import type { ComponentType } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { pageData } from '#platform/web/session.ts'
import { useDebounced } from '#platform/web/useDebounced.ts'
import type { ResponseOf } from '#platform/contract.ts'
import { mentionSource, pageLinkHead } from '#language/editor/index.ts'
import { searchUsers } from '#features/accounts/contract.ts'
import { quickSearch } from '#features/search/contract.ts'
import { commonEmoji } from '../emoji/common.ts'
import { type Emoji, foundEmoji, isNamed } from '../emoji/data.ts'
import { insertEmoji } from '../emoji/insert.ts'
import { useEmoji } from '../emoji/useEmoji.ts'
import { foundCommands, GROUPS, insertCommands } from '../toolbar/commands.ts'
import type { EditorTools } from '../tools.ts'
import { matching } from './matching.ts'
import type { Trigger } from './trigger.ts'

const MOST = 8

export interface Suggestion {
  id: string
  label: string
  detail: string
  /** Title of its group; those of a group follow each other. */
  group?: string
  description?: string
  Icon?: ComponentType
  /** Whether the typed text is its name, or one of its search words, so that a colon behind it chooses it. */
  isNamed?: boolean
  choose: () => void
}

/** Suggestions for what is typed after a trigger character. */
export function useSuggestions(tools: EditorTools, trigger: Trigger | undefined): Suggestion[] {
  const query = useDebounced(trigger?.query.trim() ?? '')
  const users = useEndpoint(
    searchUsers,
    { query: { query, limit: MOST } },
    // Visitors who are not signed in may not look for people.
    { enabled: trigger?.kind === 'mention' && pageData().user !== null, keepPrevious: true },
  )
  const pages = useEndpoint(
    quickSearch,
    { query: { query } },
    { enabled: trigger?.kind === 'page' && query !== '', keepPrevious: true },
  )
  const emoji = useEmoji(trigger?.kind === 'emoji' && query !== '')
  switch (trigger?.kind) {
    case 'slash':
      return commandSuggestions(tools, trigger)
    case 'mention':
      return (users.data?.results ?? []).map(user => userSuggestion(tools, trigger, user))
    case 'page':
      if (query === '' || trigger.query.trim() === '') return []
      return (pages.data?.results ?? [])
        .filter(({ type }) => type === 'page')
        .slice(0, MOST)
        .map(page => pageSuggestion(tools, trigger, page))
    case 'emoji':
      return emojiSuggestions(tools, trigger, emoji.data ?? [])
    case undefined:
      return []
  }
}

function commandSuggestions(tools: EditorTools, { from, to, query }: Trigger): Suggestion[] {
  const typed = query.trim().toLowerCase()
  const found = typed === '' ? insertCommands(tools) : matching(foundCommands(tools), typed)
  return found.map(command => ({
    id: command.id,
    label: command.label,
    detail: command.hint ?? '',
    group: t(GROUPS[command.group]),
    description: command.description,
    Icon: command.Icon,
    choose: () => {
      tools.editor.chain().focus().deleteRange({ from, to }).run()
      command.run(tools)
    },
  }))
}

type User = ResponseOf<typeof searchUsers>['results'][number]

function userSuggestion({ editor, session }: EditorTools, { from, to }: Trigger, user: User): Suggestion {
  return {
    id: user.userKey,
    label: user.displayName,
    detail: `@${user.username}`,
    choose: () => {
      session.knowPerson(user.userKey, user.displayName)
      editor
        .chain()
        .focus()
        .insertContentAt({ from, to }, [
          { type: 'mention', attrs: { source: mentionSource(user.userKey) } },
          { type: 'text', text: ' ' },
        ])
        .run()
    },
  }
}

type Page = ResponseOf<typeof quickSearch>['results'][number]

function pageSuggestion({ editor, session }: EditorTools, { from, to }: Trigger, page: Page): Suggestion {
  const title = page.title.map(({ text }) => text).join('')
  const spaceKey = page.space && page.space.key !== session.view.space.key ? page.space.key : undefined
  return {
    id: page.id,
    label: title,
    detail: page.space?.name ?? '',
    choose: () => {
      const mark = { type: 'wikiLink', attrs: { head: pageLinkHead(title, spaceKey), body: 'none', shown: title } }
      editor
        .chain()
        .focus()
        .insertContentAt({ from, to }, { type: 'text', text: title, marks: [mark] })
        .unsetMark('wikiLink')
        .run()
    },
  }
}

/** The common emoji first, as emoticons where storage format has them, then others, and the way to all of them. */
function emojiSuggestions(tools: EditorTools, { from, to, query }: Trigger, all: readonly Emoji[]): Suggestion[] {
  const typed = query.trim().toLowerCase()
  const insert = (emoji: Pick<Emoji, 'character' | 'added'>, name?: string) => () =>
    insertEmoji(tools.editor, { from, to }, emoji, name)
  const common = commonEmoji().filter(({ label, name }) =>
    ` ${t(label)} ${label} ${name ?? ''}`.toLowerCase().includes(` ${typed}`),
  )
  const taken = new Set(common.map(({ character }) => character))
  const others = typed === '' ? [] : foundEmoji(all, typed).filter(({ character }) => !taken.has(character))
  return [
    ...common.map(({ label, name, character }) => ({
      id: label,
      label: `${character} ${t(label)}`,
      detail: '',
      isNamed: [t(label), label].some(each => each.toLowerCase() === typed.replaceAll(/[-_]/g, ' ')),
      choose: insert({ character }, name),
    })),
    ...others.slice(0, MOST).map(emoji => ({
      id: emoji.character,
      label: emoji.added ? emoji.label : `${emoji.character} ${emoji.label}`,
      detail: emoji.added ? t('Of this wiki') : '',
      isNamed: isNamed(emoji, typed),
      choose: insert(emoji),
    })),
    {
      id: 'all',
      label: t('All emoji…'),
      detail: '',
      choose: () => {
        tools.editor.chain().focus().deleteRange({ from, to }).run()
        tools.open('emoji')
      },
    },
  ]
}
