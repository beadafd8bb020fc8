import { createElement, lazy, Suspense } from 'react'
import { PageDialog } from '../page-dialog.ts'
import { isArray, isFunction, isNumber, isString, requireFields } from './validator.ts'

export interface SelectableImage {
  caption: string
  src: string
  /** Shown where `src` cannot be. */
  fallback: string
}

export interface ImageSelectionParameters {
  headerText: string
  promptText: string
  images: readonly SelectableImage[]
  /** Index of the image that is selected at first. */
  selected: number
  /** @param selected index of the chosen image */
  onComplete: (selected: number) => void
}

const ImageSelectionView = lazy(() => import('./ImageSelectionView.tsx'))

/** A dialog in which one of several pictures is chosen. */
export class ImageSelectionDialog {
  readonly #dialog: PageDialog

  /** @throws TypeError for parameters of wrong types */
  constructor(parameters: ImageSelectionParameters) {
    requireFields('ImageSelectionDialog', parameters, {
      headerText: isString,
      promptText: isString,
      images: isArray,
      selected: isNumber,
      onComplete: isFunction,
    })
    this.#dialog = new PageDialog(onClose =>
      createElement(Suspense, null, createElement(ImageSelectionView, { ...parameters, onClose })),
    )
  }

  /** @throws Error the second time */
  show(): void {
    this.#dialog.show()
  }
}
