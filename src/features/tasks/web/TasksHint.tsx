import { useQuery } from '@tanstack/react-query'
import { t } from '#platform/web/i18n.ts'
import { pageViewOptions } from '#features/content/web/index.ts'
import { DiscoveryHint } from '#features/hints/web/index.ts'
import { MY_TASKS_PATH, TASKS_FLAG, TASKS_HINT } from '../shared.ts'

/** Says once where one's tasks are found, on a page with tasks of the reader. */
export function TasksHint({ pageId }: { pageId: string }) {
  const { data } = useQuery(pageViewOptions(pageId))
  if (data?.parts[TASKS_FLAG] !== true) return null
  return (
    <DiscoveryHint
      {...TASKS_HINT}
      isOnce
      anchor="#user-menu-link"
      title={t('Hey! Did you know...')}
      body={t('You can view the tasks you created, or assigned to you, in the tasks tabs of your profile.')}
      showMe={MY_TASKS_PATH}
    />
  )
}
