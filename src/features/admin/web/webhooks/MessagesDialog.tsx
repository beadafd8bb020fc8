import { formatDateTime, formatNumber } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { Dialog, DoneFooter } from '#platform/web/ui/Dialog.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { Facts } from '#platform/web/ui/Section.tsx'
import type { ResponseOf } from '#platform/contract.ts'
import { invocationStatistics, type Invocation, type Webhook } from '#features/webhooks/contract.ts'
import css from '../admin.module.css'
import { DeliveryOutcome } from './webhook-columns.tsx'

/** Deliveries of a webhook in the last thirty days. */
export function MessagesDialog({ hook, onClose }: { hook: Webhook; onClose: () => void }) {
  const answer = useEndpoint(invocationStatistics, { params: { webhookId: hook.id } }, { staleTime: 0 })
  return (
    <Dialog
      title={t('Messages of {{name}}', { name: hook.name })}
      onClose={onClose}
      width={640}
      footer={<DoneFooter onPress={onClose} />}
    >
      <div className={css.stack}>
        <Loaded answer={answer} failure={t('The messages could not be read')}>
          {statistics => <Statistics statistics={statistics} />}
        </Loaded>
      </div>
    </Dialog>
  )
}

function Statistics({
  statistics: { counts, lastSuccess, lastFailure, lastError },
}: {
  statistics: ResponseOf<typeof invocationStatistics>
}) {
  const latest = [lastSuccess, lastFailure, lastError].filter(each => each !== null)
  return (
    <>
      <Facts
        facts={[
          { label: t('Arrived'), value: formatNumber(counts.successes) },
          { label: t('Refused'), value: formatNumber(counts.failures) },
          { label: t('Not answered'), value: formatNumber(counts.errors) },
        ]}
      />
      {latest.length === 0 && <p className={css.quiet}>{t('No message was sent yet.')}</p>}
      {latest.map(invocation => (
        <Message key={invocation.id} invocation={invocation} />
      ))}
    </>
  )
}

/** Last delivery of an outcome. */
function Message({ invocation }: { invocation: Invocation }) {
  const { event, start, duration, request, result } = invocation
  return (
    <details className={css.message}>
      <summary>
        <DeliveryOutcome invocation={invocation} /> <code>{event}</code>
        <span className={css.sub}>
          {formatDateTime(start)}, {t('{{duration}} ms', { duration })}: {result.description}
        </span>
      </summary>
      {request.body !== undefined && <Text label={t('Sent')} text={request.body} />}
      {result.responseBody !== undefined && result.responseBody !== '' && (
        <Text label={t('Answer')} text={result.responseBody} />
      )}
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
