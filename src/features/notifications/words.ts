import type { Translate } from '#platform/texts.ts'
import type { ChoiceKind, NotificationKind } from './shared.ts'

/** The event as one sentence. @param name of the user who did it; undefined if unknown by now */
export function sentenceOf(t: Translate, kind: NotificationKind, name: string | undefined, title: string): string {
  const values = { name: name ?? t('Anonymous'), title }
  switch (kind) {
    case 'task':
      return t('{{name}} assigned you a task on {{title}}', values)
    case 'mention':
      return t('{{name}} mentioned you on {{title}}', values)
    case 'share':
      return t('{{name}} shared {{title}} with you', values)
    case 'request':
      return t('{{name}} asks for access to {{title}}', values)
    case 'granted':
      return name === undefined
        ? t('You have access to {{title}} now', values)
        : t('{{name}} gave you access to {{title}}', values)
    case 'reply':
      return t('{{name}} replied to you on {{title}}', values)
    case 'comment':
      return t('{{name}} commented on {{title}}', values)
    case 'like':
      return t('{{name}} likes {{title}}', values)
    case 'created':
      return t('{{name}} published {{title}}', values)
    case 'updated':
      return t('{{name}} changed {{title}}', values)
  }
}

/** Names of the kinds, as settings list them. */
export function kindName(t: Translate, kind: ChoiceKind): string {
  switch (kind) {
    case 'task':
      return t('A task is assigned to me')
    case 'mention':
      return t('Somebody mentions me')
    case 'share':
      return t('A page is shared with me')
    case 'request':
      return t('Somebody asks for access that I can give')
    case 'granted':
      return t('I get access that I asked for')
    case 'reply':
      return t('Somebody answers me')
    case 'comment':
      return t('Comments on my pages and on those I watch')
    case 'like':
      return t('Somebody likes what I wrote')
    case 'created':
      return t('New pages and posts in spaces I watch')
    case 'updated':
      return t('Changes to pages I watch')
    case 'due':
      return t('A task of mine is due')
  }
}
