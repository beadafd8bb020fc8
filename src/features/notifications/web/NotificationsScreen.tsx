import { t } from '#platform/web/i18n.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { NotificationList } from './NotificationList.tsx'

/** The list of notifications as a separate page. */
export default function NotificationsScreen() {
  return (
    <PageFrame title={t('Notifications')} width="normal" article={false}>
      <NotificationList />
    </PageFrame>
  )
}
