import type { ReactNode } from 'react'
import { Icon } from '#platform/view/Icon.tsx'
import type { Reader } from '#platform/view/reader.ts'
import type { LicenceDetails } from '../contract.ts'
import { isClosable } from '../shared.ts'

interface LicenceBannersViewProps {
  details: LicenceDetails
  reader: Reader
  onLater?: () => void
  onNever?: () => void
}

/** Banners about the end of the licence and of its maintenance, above the top bar. */
export function LicenceBannersView({ details, reader, onLater, onNever }: LicenceBannersViewProps) {
  const { t } = reader
  const { daysBeforeLicenseExpiry: licence, daysBeforeMaintenanceExpiry: maintenance } = details
  return (
    <>
      {details.showLicenseExpiryBanner && licence !== null && (
        <Banner
          id="license-banner"
          label={t('Licence')}
          isUrgent={!isClosable(licence)}
          text={licenceText(licence, reader)}
          details={details}
          reader={reader}
        >
          {isClosable(licence) && (
            <button
              type="button"
              id="license-banner-close"
              className="ox-icon-button"
              aria-label={t('Close')}
              title={t('Close')}
              onClick={onLater}
            >
              <Icon name="close" size={16} />
            </button>
          )}
        </Banner>
      )}
      {details.showMaintenanceExpiryBanner && maintenance !== null && (
        <Banner
          id="maintenance-banner"
          label={t('Maintenance')}
          isUrgent={false}
          text={maintenanceText(maintenance, reader)}
          details={details}
          reader={reader}
        >
          <button type="button" id="license-banner-later" className="ox-licence-action" onClick={onLater}>
            {t('Remind me later')}
          </button>
          <button type="button" id="license-banner-never" className="ox-licence-action" onClick={onNever}>
            {t('Never remind me')}
          </button>
        </Banner>
      )}
    </>
  )
}

interface BannerProps {
  id: string
  label: string
  isUrgent: boolean
  text: string
  details: LicenceDetails
  reader: Reader
  children: ReactNode
}

function Banner({ id, label, isUrgent, text, details, reader: { t }, children }: BannerProps) {
  return (
    <section id={id} className="ox-licence" aria-label={label} data-tone={isUrgent ? 'danger' : 'warning'}>
      <p>
        {text}
        {details.renewUrl && (
          <>
            {' '}
            <a href={details.renewUrl} target="_blank" rel="noreferrer">
              {t('Renew')}
            </a>
          </>
        )}
        {details.salesEmail && (
          <>
            {' '}
            <a href={`mailto:${details.salesEmail}`}>{t('Contact sales')}</a>
          </>
        )}
      </p>
      <div className="ox-licence-actions">{children}</div>
    </section>
  )
}

function licenceText(days: number, { t }: Reader): string {
  if (days < 0) return t('The licence has expired. Until it is renewed, it covers read-only use alone.')
  return days === 0 ? t('The licence expires today.') : t('The licence expires in {{count}} days.', { count: days })
}

function maintenanceText(days: number, { t }: Reader): string {
  if (days < 0) return t('Maintenance has expired.')
  return days === 0 ? t('Maintenance expires today.') : t('Maintenance expires in {{count}} days.', { count: days })
}
