-- A device is known by a cookie, no longer by what its browser calls itself, which changes with every update and is the same on many phones.
create table known_devices (
  user_id integer not null,
  device_hash bytea not null,
  known_since timestamptz not null default now(),
  last_login_at timestamptz not null default now(),
  primary key (user_id, device_hash),
  constraint known_devices_user foreign key (user_id) references users (id)
);
comment on table known_devices is 'Devices on which somebody has logged in before. Each account has a value of its own in the cookie of a browser; only its hash is kept.';
grant select, insert, update, delete on known_devices to nothipotro_app;

-- Empty for sessions that began in a release that knew no devices.
alter table sessions add column device_hash bytea;

-- Of a link by which a login is disowned: when that was. Devices known since then may be those of whoever logged in.
alter table password_resets add column disowns_since timestamptz;

-- Since when the device was known on which the second factor was turned on.
alter table users add column totp_device_since timestamptz;
