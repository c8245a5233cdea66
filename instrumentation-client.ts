import { replaceRefusedMeans } from '@/lib/ui/refused-means'
import { trustBuiltFiles } from '@/lib/ui/trusted-types'

/* Runs in the browser before the page is made. */
replaceRefusedMeans()
trustBuiltFiles()
