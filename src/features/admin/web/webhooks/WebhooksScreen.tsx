import { lazy, Suspense, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { usePaged } from '#platform/web/lists.ts'
import { useIsPhone } from '#platform/web/media.ts'
import { useInvalidate } from '#platform/web/query.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { CreateButton } from '#platform/web/ui/CreateButton.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { TableListing } from '#platform/web/ui/Listing.tsx'
import { showToast } from '#platform/web/ui/toast-store.ts'
import { Toolbar } from '#platform/web/ui/Toolbar.tsx'
import { elevated } from '#features/accounts/web/index.ts'
import {
  findWebhooks,
  testWebhook,
  updateWebhook,
  type Webhook,
  type WebhookEvent,
} from '#features/webhooks/contract.ts'
import { AdminPage } from '../AdminPage.tsx'
import { AllowedHosts } from '../AllowedHosts.tsx'
import { webhookColumns, type WebhookTask } from './webhook-columns.tsx'

const WebhookDialogs = lazy(() => import('./WebhookDialogs.tsx'))

export default function WebhooksScreen() {
  const invalidate = useInvalidate()
  const [task, setTask] = useState<WebhookTask>()
  const phone = useIsPhone()
  const hooks = usePaged(findWebhooks, { query: { statistics: 'true' } }, { staleTime: 0 })
  const changed = () => invalidate(findWebhooks)
  const act = useAction(async (kind: 'test' | 'switch', hook: Webhook) => {
    if (kind === 'test') {
      const { result } = await elevated(() => call(testWebhook, { query: { url: hook.url } }))
      const isFine = result.outcome === 'SUCCESS'
      showToast({
        kind: isFine ? 'success' : 'error',
        title: isFine ? t('The test message arrived') : t('The test message did not arrive'),
        body: result.description,
      })
      return
    }
    const events = hook.events as WebhookEvent[]
    await elevated(() =>
      call(updateWebhook, {
        params: { webhookId: hook.id },
        body: { name: hook.name, url: hook.url, events, active: !hook.active },
      }),
    )
    await changed()
  })
  const onTask = (chosen: WebhookTask) => {
    if (chosen.kind === 'test' || chosen.kind === 'switch') void act.run(chosen.kind, chosen.hook)
    else setTask(chosen)
  }
  return (
    <AdminPage title={t('Webhooks')}>
      <Toolbar
        actions={<CreateButton onPress={() => setTask({ kind: 'create' })}>{t('Create webhook')}</CreateButton>}
      />
      {act.error && <Banner tone="danger" title={act.error.message} />}
      <TableListing
        list={hooks}
        label={t('Webhooks')}
        failure={t('The webhooks could not be read')}
        rowKey={hook => hook.id}
        columns={webhookColumns({ phone, onTask })}
        empty={
          <EmptyState title={t('No webhooks yet')}>
            <p>
              {t(
                'A webhook tells a program elsewhere what has happened here: that a page was changed, or a user was added.',
              )}
            </p>
          </EmptyState>
        }
      />
      <AllowedHosts />
      <Suspense>
        {task && <WebhookDialogs task={task} onChanged={changed} onClose={() => setTask(undefined)} />}
      </Suspense>
    </AdminPage>
  )
}
