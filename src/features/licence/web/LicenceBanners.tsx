import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { useReader } from '#platform/web/reader.ts'
import { retry } from '#platform/web/retry.ts'
import { meta, xsrfToken } from '#platform/web/session.ts'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import { type LicenceDetails, remindLater, remindNever } from '../contract.ts'
import { DETAILS_META, isClosable } from '../shared.ts'
import { LicenceBannersView } from '../view/LicenceBannersView.tsx'

/** The banners of the document, until the administrator puts them away. */
export function LicenceBanners() {
  const reader = useReader()
  const [details, setDetails] = useState(detailsOfDocument)
  if (!details) return null
  const putAway = async (reminder: typeof remindLater, licence: Partial<LicenceDetails>) => {
    setDetails({ ...details, showMaintenanceExpiryBanner: false, ...licence })
    const body = { atl_token: xsrfToken() }
    try {
      await retry(() => call(reminder, { body }))
    } catch (error) {
      showFailure(t('The banner will be shown again'), error)
    }
  }
  const days = details.daysBeforeLicenseExpiry
  return (
    <LicenceBannersView
      details={details}
      reader={reader}
      onLater={() =>
        void putAway(remindLater, {
          showLicenseExpiryBanner: details.showLicenseExpiryBanner && days !== null && !isClosable(days),
        })
      }
      onNever={() => void putAway(remindNever, {})}
    />
  )
}

function detailsOfDocument(): LicenceDetails | undefined {
  const content = meta(DETAILS_META)
  return content === undefined ? undefined : (JSON.parse(content) as LicenceDetails)
}
