import { useQuery } from '@tanstack/react-query'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { pageViewOptions } from '#features/content/web/index.ts'
import { DiscoveryHint } from '#features/hints/web/index.ts'
import { CHAT_PATH, CHAT_PROMPT, type ChatPrompt, PROMPTED } from '../shared.ts'

/** Prompts a space administrator to have changes announced in a chat room. */
export function ChatPromptHint({ pageId, spaceKey }: { pageId: string; spaceKey: string }) {
  const { data } = useQuery(pageViewOptions(pageId))
  const prompt = data?.parts[CHAT_PROMPT] as ChatPrompt | null | undefined
  if (!prompt) return null
  const { kind, service } = prompt
  const words =
    kind === 'room'
      ? {
          title: t('Send messages to a {{service}} room', { service }),
          body: t('Have new pages, changes and comments of this space announced where your team talks.'),
          showLabel: t('Add {{service}} notifications', { service }),
        }
      : {
          title: t('Connect your Confluence site to {{service}}', { service }),
          body: t('Once it is connected, changes of this space can be announced where your team talks.'),
          showLabel: t('Integrate with {{service}}', { service }),
        }
  return (
    <DiscoveryHint
      {...PROMPTED[kind]}
      {...words}
      laterLabel={t('Not now')}
      anchor="#space-tools-menu-trigger"
      showMe={() => navigateTo(`${CHAT_PATH}?key=${encodeURIComponent(spaceKey)}`)}
    />
  )
}
