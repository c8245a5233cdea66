import { trustBuiltFiles } from '@/lib/ui/trusted-types'

/* Runs in the browser before the page is made. */
trustBuiltFiles()
