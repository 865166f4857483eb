import { chromium } from 'playwright-core';
import { readFileSync } from 'node:fs';
const origin='http://localhost:3900';
const pw = /Customer\s+\S+\s+(\S+)/.exec(readFileSync('/tmp/demo.log','utf8'))![1]!;
const b = await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu']});
async function run(who:string, user:string, pass:string, pages:[string,string][], w:number, theme:string){
  const c = await b.newContext({viewport:{width:w,height:w<500?800:900},locale:'bn-BD'});
  await c.addInitScript(t=>{try{localStorage.setItem('theme',t)}catch{}},theme);
  const p = await c.newPage();
  await p.goto(origin+'/login'); await p.locator('input[name=username]').fill(user); await p.locator('input[name=password]').fill(pass);
  await p.keyboard.press('Enter'); await p.waitForURL(/\/(app|admin)/,{timeout:60000});
  for(const [name,path] of pages){ await p.goto(origin+path); await p.waitForTimeout(2500); await p.screenshot({path:`/tmp/shots/${who}-${name}-${w}-${theme}.png`,fullPage:true}); console.log(name); }
  await c.close();
}
const args = process.argv.slice(2);
const admin:[string,string][] = [['dash','/admin/dashboard'],['orders','/admin/orders'],['users','/admin/users'],['rh','/admin/recharge-history'],['appr','/admin/approvals'],['pay','/admin/payments'],['settle','/admin/settlements'],['oh','/admin/order-history'],['bulk','/admin/orders/bulk']];
const cust:[string,string][] = [['dash','/app'],['orders','/app/my-orders'],['new','/app/my-orders/new'],['files','/app/my-files'],['recharge','/app/recharge-history'],['nid','/app/new-nid'],['data','/app/profile?tab=data'],['notices','/app/notices'],['sharing','/app/sharing']];
const which = args[0];
if(which==='admin') await run('admin','admin@nothipotro.test','chobi-tolar-somoy-1',admin,Number(args[1]),args[2]!);
else await run('cust','customer@nothipotro.test',pw,cust,Number(args[1]),args[2]!);
await b.close();
