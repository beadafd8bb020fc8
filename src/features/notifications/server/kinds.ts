import type { App } from '#platform/server/app.ts'
import type { WikiEvent } from '#platform/server/events/events.ts'
import { extensionPoint } from '#platform/server/extensions.ts'
import type { Translate } from '#platform/texts.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { MAIL_TIMES, type Choice, type MailTime } from '../shared.ts'

/** An event with the content that it is about. */
export interface NotifiedEvent {
  readonly app: App
  readonly event: WikiEvent
  /** Page, post or comment. */
  readonly row: ContentRow
  /** Page or post that it is, or is on. */
  readonly page: ContentRow
  /** File that a comment is on. */
  readonly file: ContentRow | undefined
  /** Comment that a comment answers. */
  parent(): Promise<ContentRow | undefined>
}

/** Account ids; all else is left out. */
export type Recipients = (about: NotifiedEvent) => readonly unknown[] | Promise<readonly unknown[]>

/** A kind of notification. Texts are i18n keys. */
export interface NotificationKind {
  /** Letters; stored, and on the wire. */
  readonly name: string
  /** Of several reasons to notify a user of an event, the kind with the lowest rank counts. Also the order of settings. */
  readonly rank: number
  /** Name in the settings of users. */
  readonly label: string
  /** The event in one sentence, with `{{name}}` of its actor and `{{title}}`. */
  readonly sentence?: string
  /** Sentence for an unknown actor. Default: `sentence` with “Anonymous”. */
  readonly sentenceWithoutName?: string
  /** Choice of users who have made none. */
  readonly usual: Choice
  /** Default: all. */
  readonly mailTimes?: readonly MailTime[]
  /** Accounts to notify, by kind of event. A kind without events is never in the bell, and mailed by its feature. */
  readonly events?: Readonly<Record<string, Recipients>>
  /** Whether an event has none of the recipients that `events` finds; judged without reading anything. */
  readonly hasNone?: (data: WikiEvent['data']) => boolean
  /** Watchers of the page and its space are notified, too. */
  readonly isForWatchers?: boolean
  /** Minor changes notify, too. */
  readonly isForMinorChanges?: boolean
  /** Replaces a notification of another kind that the account got of the same change. */
  readonly replacesOthers?: boolean
  /** Text of the event that its mail quotes. */
  readonly noteOf?: (data: WikiEvent['data']) => unknown
  /** Path of the place to go, by that of the content. */
  readonly placeOf?: (path: string) => string
}

/** Kinds of notification of all features. */
export const notificationKinds = extensionPoint<NotificationKind>('notifications.kinds')

/** The kinds of a running wiki, in the order of their rank. */
export function kindsOf(app: App): readonly NotificationKind[] {
  return app.own(inOrder)
}

const inOrder = ({ extensions }: App) =>
  extensions.all(notificationKinds).toSorted((one, other) => one.rank - other.rank)

/** A declared kind, or for one of a feature that is no longer there, one with the title alone as its sentence. */
export function kindNamed(app: App, name: string): NotificationKind {
  const usual: Choice = { bell: true, mail: 'never' }
  return kindsOf(app).find(kind => kind.name === name) ?? { name, rank: Infinity, label: name, usual }
}

/** Kinds that an event notifies of, in the order of their rank. */
export function kindsOfEvent(app: App, eventKind: string): NotificationKind[] {
  return kindsOf(app).filter(kind => kind.events && Object.hasOwn(kind.events, eventKind))
}

/** Mail times that users may choose for a kind. */
export function mailTimesOf({ mailTimes = MAIL_TIMES }: NotificationKind): readonly MailTime[] {
  return mailTimes
}

/** The event as one sentence. @param name of the user who did it; undefined if unknown by now */
export function sentenceOf(t: Translate, kind: NotificationKind, name: string | undefined, title: string): string {
  const { sentence = '{{title}}', sentenceWithoutName = sentence } = kind
  return t(name === undefined ? sentenceWithoutName : sentence, { name: name ?? t('Anonymous'), title })
}
