/** Chat services, by the shape of messages that their incoming webhooks take. */
export const CHAT_SERVICES = ['slack', 'mattermost', 'teams', 'hipchat'] as const
export type ChatService = (typeof CHAT_SERVICES)[number]

/** Names of the services. */
export const SERVICE_NAMES: Readonly<Record<ChatService, string>> = {
  slack: 'Slack',
  mattermost: 'Mattermost',
  teams: 'Microsoft Teams',
  hipchat: 'Hipchat',
}

/** Events of a space that a room can be told of, with their names on screens; i18n keys. */
export const CHAT_EVENTS = {
  'page.created': 'Page published',
  'page.updated': 'Page changed',
  'page.moved': 'Page moved or renamed',
  'page.trashed': 'Page deleted',
  'blogpost.created': 'Blog post published',
  'blogpost.updated': 'Blog post changed',
  'comment.created': 'Comment written',
  'attachment.created': 'File attached',
} as const
export type ChatEvent = keyof typeof CHAT_EVENTS

/** Space settings screen with the rooms. */
export const CHAT_PATH = '/spaces/chat.action'

/** Name of the page part with the prompt to show. */
export const CHAT_PROMPT = 'chat-prompt'

/** Prompts for space administrators: to add a room, or to have the site connected. */
export type ChatPrompt = { readonly kind: 'room' | 'site'; readonly service: string }

const PLUGIN = 'oxbow.chat'
/** Features of the prompts, as the records of discovered features have them. */
export const PROMPTED = {
  room: { pluginKey: PLUGIN, featureKey: 'room' },
  site: { pluginKey: PLUGIN, featureKey: 'site' },
} as const

/** Most rooms of a space. */
export const MOST_ROOMS = 10
