-- The list of users by what they can spend begins at the largest balance: it reads as many wallets as it shows. Every account has a wallet.
create index wallets_by_balance on wallets ((posted_paisa - held_paisa) desc, user_id desc);
