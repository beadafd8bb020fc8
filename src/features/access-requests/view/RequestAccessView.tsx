import type { Reader } from '#platform/view/reader.ts'

interface RequestAccessViewProps {
  reader: Reader
  /** `asked`: the server has taken the request, whether there is a page or not. */
  state: 'idle' | 'pending' | 'asked'
  /** Text of the error. */
  error?: string | undefined
  onAsk?: () => void
}

/** Offers to ask for access, where an address shows nothing, or nothing that the reader may see. */
export function RequestAccessView({ reader: { t }, state, error, onAsk }: RequestAccessViewProps) {
  return (
    <div className="ox-request-access">
      {state !== 'asked' && (
        <button
          type="button"
          id="request-access"
          className="ox-create"
          // It keeps the focus.
          aria-disabled={state === 'pending' || undefined}
          onClick={onAsk}
        >
          {t('Request access')}
        </button>
      )}
      <p role="status" tabIndex={-1}>
        {state === 'asked' &&
          t(
            'Your request was sent. If there is a page here, users who can grant access are notified. You are notified when you have access.',
          )}
      </p>
      {error !== undefined && (
        <p className="ox-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
