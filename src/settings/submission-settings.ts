/** Settings of submissions by visitors; part of `SETTINGS`. */
import { onOff } from './setting-types.ts'

export const SUBMISSION_SETTINGS = {
  SUBMISSIONS: {
    default: 'off',
    describe: 'on: visitors can submit events without an account, which editors review (docs/guides/submissions.md)',
    ...onOff,
  },
} as const
