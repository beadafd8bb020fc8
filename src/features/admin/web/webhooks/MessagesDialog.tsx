import { formatDateTime, formatNumber } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Facts } from '#platform/web/ui/Section.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { invocationStatistics, type Invocation, type Webhook } from '#features/webhooks/contract.ts'
import css from '../admin.module.css'
import { Outcome } from './webhook-columns.tsx'

/** What became of a webhook's messages in the last thirty days. */
export function MessagesDialog({ hook, onClose }: { hook: Webhook; onClose: () => void }) {
  const { data, error } = useEndpoint(invocationStatistics, { params: { webhookId: hook.id } }, { staleTime: 0 })
  const latest = data ? [data.lastSuccess, data.lastFailure, data.lastError].filter(each => each !== null) : []
  return (
    <Dialog
      title={t('Messages of {{name}}', { name: hook.name })}
      onClose={onClose}
      width={640}
      footer={
        <ButtonRow align="end">
          <Button variant="primary" onPress={onClose}>{t('Done')}</Button>
        </ButtonRow>
      }
    >
      <div className={css.stack}>
        {error && <Banner tone="danger" title={t('The messages could not be read')}>{error.message}</Banner>}
        {!data && !error && <SkeletonText lines={4} />}
        {data && (
          <Facts
            facts={[
              { label: t('Arrived'), value: formatNumber(data.counts.successes) },
              { label: t('Refused'), value: formatNumber(data.counts.failures) },
              { label: t('Not answered'), value: formatNumber(data.counts.errors) },
            ]}
          />
        )}
        {data && latest.length === 0 && <p className={css.quiet}>{t('No message was sent yet.')}</p>}
        {latest.map(invocation => <Message key={invocation.id} invocation={invocation} />)}
      </div>
    </Dialog>
  )
}

/** The last message of an outcome. */
function Message({ invocation }: { invocation: Invocation }) {
  const { event, start, duration, request, result } = invocation
  return (
    <details className={css.message}>
      <summary>
        <Outcome invocation={invocation} /> <code>{event}</code>
        <span className={css.sub}>{formatDateTime(start)}, {t('{{duration}} ms', { duration })}: {result.description}</span>
      </summary>
      {request.body !== undefined && <Text label={t('Sent')} text={request.body} />}
      {result.responseBody !== undefined && result.responseBody !== '' && <Text label={t('Answer')} text={result.responseBody} />}
    </details>
  )
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <>
      <p className={css.quiet}>{label}</p>
      <code className={css.command}>{text}</code>
    </>
  )
}
