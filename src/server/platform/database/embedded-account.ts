// The system user that runs the embedded PostgreSQL, and the rights to files that it needs.
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { StartupError } from '../installation/startup-error.ts';

export interface Account {
  uid?: number;
  gid?: number;
}

// PostgreSQL refuses to run as root, so a system user is found or created for it.
export function databaseAccount(): Account {
  if (userInfo().uid !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }).toString());
  try {
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    execFileSync('groupadd', ['--system', '--force', 'postgres'], { stdio: 'pipe' });
    execFileSync('useradd', ['--system', '--gid', 'postgres', '--no-create-home', 'postgres'], {
      stdio: 'pipe',
    });
    return { uid: idOf('-u'), gid: idOf('-g') };
  }
}

/** @returns the parent folders that the user cannot traverse */
export function findClosedParents(folder: string, account: Account): string[] {
  const closed: string[] = [];
  if (account.uid === undefined) return closed;
  for (let at = dirname(folder); at !== dirname(at); at = dirname(at))
    if ((statSync(at).mode & 0o001) === 0) closed.push(at);
  return closed;
}

// Lets the database's user traverse the parent folders of its own. Read access is not granted, and folders that are open already are left alone.
export function allowTraversal(folder: string, account: Account): void {
  for (const closed of findClosedParents(folder, account)) chmodSync(closed, statSync(closed).mode | 0o001);
}

// Lets the database's user run the programs, which root may have installed under a strict umask or in a folder such as /root.
export function allowExecution(programs: string, account: Account): void {
  if (account.uid === undefined) return;
  const packaged = dirname(programs);
  allowTraversal(packaged, account);
  if ((statSync(packaged).mode & 0o005) !== 0o005)
    execFileSync('chmod', ['-R', 'o+rX', packaged], { stdio: 'pipe' });
}

/** Refuses to run as root in another user's portal, who could not use the files that root creates. */
export function assertOwnUser(dataDir: string, cluster: string, { uid }: Account): void {
  const owner = statSync(cluster).uid;
  if (owner === 0 || owner === uid || owner !== statSync(dataDir).uid) return;
  throw new StartupError(
    `DATA_DIR: ${dataDir} belongs to the user with the number ${owner}: run this as that user, not as root (sudo -u '#${owner}' …). Nothing was changed.`,
  );
}

/** Gives a cluster that root copied back to the database's user. */
export function takeOwnership(cluster: string, { uid, gid }: Account): void {
  const version = join(cluster, 'PG_VERSION');
  chownSync(cluster, uid!, gid!);
  if (existsSync(version) && statSync(version).uid !== uid)
    execFileSync('chown', ['-R', `${uid}:${gid}`, cluster], { stdio: 'pipe' });
}
