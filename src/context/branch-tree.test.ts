import { describeBranchTree } from '../../test/contracts/branch-tree.ts';
import { createCountingIds } from '../testing/fixed-ports.ts';
import { createBranchTree } from './branch-tree.ts';

describeBranchTree('the tree in memory', (clock) =>
  createBranchTree({ ids: createCountingIds(), clock, maxOpenPerSession: 10 }),
);
